/** Words of any script that writes them apart; a run of CJK characters counts as one. */
export const countWords = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
