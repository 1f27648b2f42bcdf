import { parseUrl } from '../core/url.ts';

/** Whether the address itself says that a PDF is behind it. */
export const isPdfAddress = (url: string): boolean => /\.pdf$/i.test(parseUrl(url)?.pathname ?? '');
