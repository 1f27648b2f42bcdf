import { describe, expect, test } from 'vitest';
import { policyText } from '../../../src/app/policy-text.ts';
import { ratesOf } from '../../../src/app/rates.ts';
import { parseConfig } from '../../../src/config/load.ts';
import { type RatePolicies, ratePolicies } from '../../../src/http/rate-limit/policies.ts';

const policiesFor = (rate_limit: object = {}): RatePolicies =>
  ratePolicies(ratesOf(parseConfig({ given: { origin: 'test', values: { rate_limit } } }).config));

const textOf = (policies: RatePolicies, host: string): readonly [string, string] => {
  const { host: own, domain } = policies.totals(host);
  return [policyText(own.policy), policyText(domain.policy)];
};

describe('totals that nobody names follow the roles', () => {
  test.each([
    ['www.publisher.org', '5/second', '20/second'],
    ['api.openalex.org', '5/second', '20/second'],
    ['content.openalex.org', '5/second', '20/second'],
    // Files and pages of a host with an API are not held to the pace of the API.
    ['zenodo.org', '1/second', '4/second'],
    ['api.core.ac.uk', '1/second', '20/second'],
    ['eutils.ncbi.nlm.nih.gov', '2.5/second', '20/second'],
    ['www.ncbi.nlm.nih.gov', '5/second', '20/second'],
    ['arxiv.org', '1/3second', '4/3second'],
    ['export.arxiv.org', '1/3second', '4/3second'],
    ['doi.org', '5/second', '20/second'],
    ['hdl.handle.net', '5/second', '20/second'],
    ['web.archive.org', '8/second', '32/second'],
    ['archive.org', '1/second', '32/second'],
    // A daily figure of one role is not one of all.
    ['api.unpaywall.org', '5/second', '20/second'],
    ['127.0.0.1:8080', '5/second', '20/second'],
  ])('%s: %s, its domain %s', (host, own, domain) => {
    expect(textOf(policiesFor(), host)).toEqual([own, domain]);
  });

  test.each([
    ['a.github.io', 'b.github.io'],
    ['one.s3.amazonaws.com', 'two.s3.amazonaws.com'],
    ['d1.cloudfront.net', 'd2.cloudfront.net'],
    ['storage.googleapis.com', 'www.googleapis.com'],
    ['core.ac.uk', 'www.ebi.ac.uk'],
  ])('%s and %s are two domains', (one, other) => {
    const policies = policiesFor();
    expect(policies.totals(one).domain.key).not.toBe(policies.totals(other).domain.key);
  });

  test('a faster policy of one host raises its total and that of its domain, for every host of it', () => {
    const policies = policiesFor({ policies: { 'files.big.org': { artifact: '50/second' } } });
    expect(textOf(policies, 'files.big.org')).toEqual(['50/second', '200/second']);
    expect(textOf(policies, 'www.big.org')).toEqual(['5/second', '200/second']);
    expect(policies.totals('www.big.org').domain).toMatchObject({
      entry: undefined,
      follows: 'files.big.org',
    });
  });

  test('a faster default raises all of them; a burst of a role stays one', () => {
    const policies = policiesFor({
      default: { artifact: { rates: ['10/second', '1000/day'], burst: 3 } },
    });
    expect(textOf(policies, 'a.org')).toEqual(['10/second, bursts of 3', '40/second, bursts of 3']);
  });

  test('what a host announces raises them, and what it cannot bear for the moment does not lower them', () => {
    const policies = policiesFor();
    policies.setQuota('api.crossref.org', 'metadata', { rate: { count: 9, periodMs: 1000 } });
    expect(textOf(policies, 'api.crossref.org')).toEqual(['9/second', '36/second']);
    expect(textOf(policies, 'www.crossref.org')).toEqual(['5/second', '36/second']);
    policies.stretch('api.crossref.org', 'metadata', 4);
    expect(textOf(policies, 'api.crossref.org')).toEqual(['9/second', '36/second']);
    expect(policies.intervalMs('api.crossref.org', 'metadata')).toBeCloseTo(4000 / 9);
  });
});

describe('totals that are named', () => {
  test('the nearest entry counts, and null is no limit', () => {
    const policies = policiesFor({
      policies: {
        'big.org': { host: '2/second', domain: '3/second' },
        'fast.big.org': { host: null },
        org: { domain: '7/second' },
      },
    });
    expect(textOf(policies, 'a.big.org')).toEqual(['2/second', '3/second']);
    expect(textOf(policies, 'fast.big.org')).toEqual(['not limited', '3/second']);
    expect(textOf(policies, 'www.other.org')).toEqual(['5/second', '7/second']);
    expect(policies.totals('a.big.org')).toMatchObject({
      host: { entry: 'big.org' },
      domain: { entry: 'big.org' },
    });
  });

  test('a default is for hosts without policies: one that needs more is not held back', () => {
    const policies = policiesFor({ default: { host: '1/2second', domain: '1/second' } });
    expect(textOf(policies, 'a.org')).toEqual(['1/2second', '1/second']);
    expect(textOf(policies, 'api.openalex.org')).toEqual(['5/second', '5/second']);
    expect(textOf(policies, 'www.openalex.org')).toEqual(['1/2second', '5/second']);
    expect(textOf(policies, 'arxiv.org')).toEqual(['1/2second', '1/second']);
  });

  test('null in the defaults switches one off and leaves the other', () => {
    expect(textOf(policiesFor({ default: { host: null } }), 'a.org')).toEqual(['not limited', '20/second']);
    expect(textOf(policiesFor({ default: { domain: null } }), 'a.org')).toEqual(['5/second', 'not limited']);
  });

  test('one that is slower than a role sets the interval of the role', () => {
    const policies = policiesFor({ policies: { 'a.org': { artifact: '10/second', domain: '1/second' } } });
    expect(policies.intervalMs('a.org', 'artifact')).toBe(1000);
    expect(policies.intervalMs('www.a.org', 'landing')).toBe(2000);
  });

  test('their max_concurrent counts for the host and for the domain', () => {
    const one = { rates: ['5/second'], max_concurrent: 1 };
    const two = { rates: ['20/second'], max_concurrent: 2 };
    const policies = policiesFor({ policies: { 'a.org': { host: one, domain: two } } });
    expect(policies.atOnce('www.a.org')).toBe(1);
    expect(policies.totals('www.a.org').domain.policy.maxConcurrent).toBe(2);
  });
});
