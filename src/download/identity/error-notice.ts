/** Messages of servers and publishers that come as a PDF instead of the paper. */
const ERRORS: readonly RegExp[] = [
  /\b(?:error|http|status|code)?\s*(?:40[0-9]|410|451|50[0-4])\b\W{0,3}(?:error|not found|forbidden|unauthori[sz]ed|gone|bad|access|internal|service|page|file)/i,
  /\b(?:page|file|document|article|resource|item|pdf|paper|content|object|url|record|full text)s?\b.{0,40}?\b(?:(?:is|was|were|are|has been|could|can|does)\s*(?:not|no longer|n['’]t)|cannot|un)\s*(?:be |yet )?(?:found|available|exist|displayed|opened|accessible|retrieved|located|loaded|viewed)/is,
  /\bnot found\b|access (?:is |was |has been )?(?:denied|forbidden|restricted|blocked)|permission denied|\bforbidden\b|unauthori[sz]ed|no longer available|does not exist|temporarily unavailable|under maintenance|service unavailable|internal server error|bad gateway|session (?:has )?(?:expired|timed out)|an error (?:has )?occurred|something went wrong/i,
  /please (?:log|sign) ?in|log ?in required|subscription (?:is )?required|you (?:do not|don['’]t) have (?:access|permission)|not authori[sz]ed|purchase (?:access|this)|too many requests|verify (?:that )?you are|enable javascript/i,
  /please wait\b.{0,60}|your (?:pdf )?(?:viewer|reader) (?:may|can|is|does)|cannot (?:be displayed|display)|placeholder|this page (?:is )?intentionally left blank|content (?:is )?(?:embargoed|under embargo)|embargo(?:ed)? until/i,
  /nicht (?:gefunden|verfügbar|zugänglich|vorhanden)|zugriff verweigert|introuvable|accès (?:refusé|interdit)|(?:non|plus|pas) disponible|no (?:se ha )?encontrad[oa]|no (?:está )?disponible|acceso (?:denegado|restringido)|não (?:foi )?(?:encontrad[oa]|está disponível)|acesso negado|indisponível|non (?:trovat[oa]|disponibile)|accesso negato/i,
  /не (?:найден[ао]?|существует|доступн\p{L}*)|доступ (?:запрещ\p{L}+|закрыт|ограничен)|nie (?:znaleziono|istnieje)|brak dostępu|bulunamadı|erişim engellendi|tidak ditemukan|akses ditolak/iu,
  /未找到|找不到|不存在|无法(?:访问|显示|打开)|拒绝访问|没有权限|無法|見つかりません|存在しません|アクセス(?:が)?(?:拒否|できません)|찾을 수 없|접근(?:이)? ?(?:거부|권한)|존재하지 않|غير موجود|لم يتم العثور|تم رفض الوصول|غير متاح|नहीं मिला|उपलब्ध नहीं|अस्वीकृत/u,
];
/** A publisher's words on a sheet that stands for a paper it took back. */
const WITHDRAWN =
  /\bthis (?:article|paper|manuscript|preprint|publication|work|content|item|document)\b[^.]{0,80}?\b(?:has|have|had|was|is) (?:been )?(?:temporarily |permanently |formally )?(?:withdrawn|removed|retracted|deleted|taken down)|\b(?:authors?|publishers?|editors?)\b[^.]{0,60}\b(?:have|has) (?:withdrawn|retracted|removed) (?:this|the|their)|(?:artikel|beitrag) wurde (?:zurückgezogen|entfernt)|article a été (?:retiré|rétracté|supprimé)|artículo ha sido (?:retirado|retractado)|artigo foi (?:retirado|retratado|removido)|статья (?:была )?(?:отозвана|удалена)|本文已(?:被)?(?:撤回|撤稿|删除)|この論文は(?:撤回|取り下げ)|논문은 (?:철회|삭제)/iu;
/** A repository's words on a sheet that stands for a file it does not give. */
const NOT_HERE =
  /\bfull[- ]?text\b[^.\n]{0,40}\b(?:under (?:an )?embargo|embargoed|restricted|(?:is )?(?:not|un)\s?(?:yet |currently )?available|not (?:been )?(?:deposited|held|provided|included)|none)\b|\b(?:item|document|file|article|thesis|publication|record)\b[^.\n]{0,40}\b(?:is|remains|has been placed) (?:currently )?(?:under (?:an )?embargo|embargoed)|\bnot available (?:from|in|through|via) this (?:repository|archive|service)|\b(?:metadata|bibliographic) (?:record )?only\b|\bno full[- ]?text\b|volltext (?:ist )?(?:nicht verfügbar|gesperrt|unter embargo)|texte intégral (?:non|pas) disponible|texto completo no (?:está )?disponible|texto completo (?:não|indisponível)|полный текст недоступен|全文(?:不可用|未公开|非公開)/iu;
const TINY_LETTERS = 120;
const SHORT_LETTERS = 700;
const NOTICE_LETTERS = 2200;
const MAX_PAGES = 2;

const lettersIn = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** The words of a notice that stands for the paper; `hasTitle`: the work's title is its heading. */
export function errorNotice(
  pages: readonly string[],
  { pageCount, hasTitle }: { readonly pageCount: number; readonly hasTitle: boolean },
): string | undefined {
  const text = pages.join('\n');
  const letters = lettersIn(text);
  if (pageCount > MAX_PAGES || letters > NOTICE_LETTERS) return undefined;
  const withdrawn = WITHDRAWN.exec(text)?.[0];
  if (withdrawn !== undefined) return quoted(withdrawn);
  const notHere = letters > SHORT_LETTERS ? undefined : NOT_HERE.exec(text)?.[0];
  if (notHere !== undefined) return quoted(notHere);
  if (letters > (hasTitle ? TINY_LETTERS : SHORT_LETTERS)) return undefined;
  const said = ERRORS.map((one) => one.exec(text)?.[0]).find((found) => found !== undefined);
  return said === undefined ? undefined : quoted(said);
}

const quoted = (text: string): string => `it says "${text.replace(/\s+/g, ' ').trim().slice(0, 60)}"`;
