/** OpenAlex's store of full texts: a price for each file, whoever names its address. */
export const OPENALEX_CONTENT_HOST = 'content.openalex.org';

/** What one file costs at hosts that want money for it, in US dollars. Nothing is fetched there beyond `budgets`. */
export const FILE_PRICES_USD: Readonly<Record<string, number>> = { [OPENALEX_CONTENT_HOST]: 0.01 };
