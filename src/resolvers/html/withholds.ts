import { accessOffer } from '../../core/access-offer.ts';
import type { PageParts } from './page-parts.ts';

/** A page that sells what it shows, or shows a part: a guess would only meet the wall. */
export function withholds({ anchors, blocks, metas, isWithheld }: PageParts): boolean {
  const isOffered = (text: string) => accessOffer(text.replace(/\s+/g, ' ')) !== undefined;
  return (
    isWithheld ||
    metas.some(({ name, content }) => name === 'access' && /^no$/i.test(content)) ||
    anchors.some(({ section, text }) => section !== 'site' && section !== 'others' && isOffered(text)) ||
    blocks.some(({ section, text }) => section !== 'site' && section !== 'others' && isOffered(text))
  );
}
