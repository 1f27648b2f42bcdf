import { describe } from 'vitest';
import { memoryCacheStore } from '../../../src/http/cache/memory.ts';
import { cacheStoreContract } from '../../contracts/cache-store-contract.ts';

describe('cache store in memory', () => cacheStoreContract((maxBytes) => memoryCacheStore({ maxBytes })));
