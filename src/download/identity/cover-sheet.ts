/** What repositories, JSTOR and publishers write on a sheet that they put before a paper. One rule a phrase. */
const PHRASES: readonly RegExp[] = [
  /journal pre-?proofs?/i,
  /^[ \t]{0,40}pii\s*:/im,
  /to appear in\s*:/i,
  /(?:received|accepted|revised) date\s*:/i,
  /please cite (?:this|the) (?:article|paper|work|published|version|original)/i,
  /this is a pdf (?:file )?of an? (?:article|unedited|accepted)/i,
  /(?:not yet|before it is published|may still change|uncorrected|undergone enhancements|copyediting, typesetting)/i,
  /this is (?:the|an?) (?:author|accepted|published|peer|pre-?print|post-?print|final|version|repository|self)[^\n]{0,60}(?:version|manuscript|copy|print)/i,
  /(?:document|publication|article) version|accepted version|publisher['’]s pdf|version of record/i,
  /citation (?:for|of) (?:the )?(?:published|original|this)|suggested citation|citation\s*:|to cite this|how to cite|cite as/i,
  /published (?:in|as|version|by)\s*:?/i,
  /(?:link|url) (?:to|of) (?:the )?(?:publi|item|record|original|article)|to link to this article|stable url|persistent (?:url|link)|permanent link|(?:item )?handle|hdl\.handle/i,
  /general rights|take ?down policy|moral rights|terms (?:and conditions|of use)|conditions of use|copyright (?:statement|and reuse|owner)|rights statement|users may|reuse|re-use|license\s*:|licence\s*:/i,
  /downloaded? (?:on|from|date|by)|this content downloaded|available (?:from|at|online)|date (?:deposited|downloaded)|deposited/i,
  /repository|research online|eprints|open ?access (?:archive|institutional)|research portal|digital commons|white rose|institutional/i,
  /jstor|not-for-profit (?:service|organization)|please scroll down|submit your article|article views|view related articles|full terms/i,
  /hal id|multi-?disciplinary open access|archive ouverte|submitted on \d/i,
  /nutzungsbedingungen|veröffentlichungsversion|veröffentlicht in|version (?:finale|publiée|de l.auteur)|versión (?:aceptada|publicada)|versão (?:aceita|publicada)/i,
];
const MIN_PHRASES = 3;
/** Longer pages carry text of the paper. */
const MAX_CHARS = 4500;
const BODY =
  /^[^\p{L}\p{N}\n]{0,12}(?:\d\.?\s*)?(?:introduction|einleitung|introducción|introdução|introduzione|введение|引言|緒言|はじめに|서론)[^\p{L}\p{N}\n]{0,12}$/imu;

/** Whether a page is a sheet of somebody else's before the paper, not a page of it. */
export function isCoverSheet(text: string): boolean {
  if (text.length > MAX_CHARS || BODY.test(text)) return false;
  return PHRASES.filter((phrase) => phrase.test(text)).length >= MIN_PHRASES;
}
