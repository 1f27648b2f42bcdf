import { doiUrl } from './doi-url.ts';
import { pageReader } from './follow-pages.ts';
import { defineResolver } from './resolver.ts';

/** Follows https://doi.org/{doi} to the page its publisher registered, and reads it. */
export const doiRedirect = defineResolver({
  name: 'doi_redirect',
  tier: 'doi_redirect',
  enabledByDefault: true,
  baseUrl: 'https://doi.org/',
  own: {},
  accepts: (work) => work.doi !== undefined,
  first: ({ doi }, options) => doi && { url: doiUrl(doi, options.base_url ?? undefined), role: 'landing' },
  async *plans(work, context) {
    const { doi } = work;
    if (doi === undefined) return;
    yield* await pageReader(context, work)(doiUrl(doi, context.options.base_url ?? undefined));
  },
});
