/** Words for numbers in the languages most titles are written in, by their values; ordinals count as their number. */
const VALUES: readonly (readonly [value: number, names: string])[] = [
  [
    1,
    'one first 1st eins erste erster erstes première premier primera primeira prima primo одно первый первая первое',
  ],
  [
    2,
    'two second 2nd zwei zweite zweiter zweites deux deuxième seconde dos segunda segundo dois duas due seconda secondo два две двух второй вторая второе',
  ],
  [
    3,
    'three third 3rd drei dritte dritter drittes trois troisième tres tercera tercero três terceira terceiro tre terza terzo три трех трёх третий третья третье',
  ],
  [
    4,
    'four fourth 4th vier vierte vierter quatre quatrième cuatro cuarta cuarto quatro quarta quarto quattro четыре четырех четырёх четвертая четвертый',
  ],
  [5, 'five fifth 5th fünf fünfte fünfter cinq cinquième cinco quinta quinto cinque пять пяти пятая пятый'],
  [6, 'six sixth 6th sechs sechste sixième seis sexta sexto sei sesta sesto шесть шести шестая шестой'],
  [
    7,
    'seven seventh sieben siebte sept septième siete séptima sete sétima sette settima семь семи седьмая седьмой',
  ],
  [
    8,
    'eight eighth acht achte huit huitième ocho octava oito oitava otto ottava восемь восьми восьмая восьмой',
  ],
  [9, 'nine ninth neun neunte neuf neuvième nueve novena nove nona девять девяти девятая девятый'],
  [10, 'ten tenth zehn zehnte dix dixième diez décima dez dieci decima десять десяти десятая десятый'],
  [11, 'eleven eleventh elf elfte onze onzième once undici одиннадцать одиннадцати'],
  [12, 'twelve twelfth zwölf zwölfte douze douzième doce doze dodici двенадцать двенадцати'],
  [13, 'thirteen thirteenth dreizehn treize trece treze tredici тринадцать'],
  [14, 'fourteen fourteenth vierzehn quatorze catorce catorze quattordici четырнадцать'],
  [15, 'fifteen fifteenth fünfzehn quinze quince quindici пятнадцать'],
  [16, 'sixteen sixteenth sechzehn seize dieciséis dezesseis sedici шестнадцать'],
  [17, 'seventeen seventeenth siebzehn diecisiete dezessete diciassette семнадцать'],
  [18, 'eighteen eighteenth achtzehn dieciocho dezoito diciotto восемнадцать'],
  [19, 'nineteen nineteenth neunzehn diecinueve dezenove diciannove девятнадцать'],
  [20, 'twenty twentieth zwanzig zwanzigste vingt vingtième veinte vinte venti двадцать двадцати'],
  [30, 'thirty thirtieth dreißig dreissig trente treinta trinta trenta тридцать тридцати'],
  [40, 'forty fortieth vierzig quarante cuarenta quarenta quaranta сорок'],
  [50, 'fifty fiftieth fünfzig cinquante cincuenta cinquenta cinquanta пятьдесят'],
  [60, 'sixty sixtieth sechzig soixante sesenta sessenta sessanta шестьдесят'],
  [70, 'seventy siebzig setenta settanta семьдесят'],
  [80, 'eighty achtzig ochenta oitenta ottanta восемьдесят'],
  [90, 'ninety neunzig noventa novanta девяносто'],
  [100, 'hundred hundredth hundert cent cien cem cento сто'],
  [1000, 'thousand thousandth tausend mille mil tysiąc тысяча'],
];

const BY_WORD: ReadonlyMap<string, number> = new Map(
  VALUES.flatMap(([value, names]) => names.split(' ').map((name) => [name, value] as const)),
);

/** The number that a word stands for. */
const valueOfWord = (word: string): number | undefined => BY_WORD.get(word.toLowerCase());

/** The number of a word or of digits. */
function valueOf(word: string): number | undefined {
  const digits = /^(\d{1,4})(?:st|nd|rd|th)?$/i.exec(word)?.[1];
  return digits === undefined ? valueOfWord(word) : Number(digits);
}

/** Hundreds and thousands multiply what stands before them, units add to it: "two hundred five". */
function together(values: readonly number[]): number {
  return values.reduce((sum, value) => (value >= 100 && sum > 0 ? sum * value : sum + value), 0);
}

/** `"five" for "two"`: numbers as words in the place of other numbers. Two in digits are compared elsewhere. */
export function otherNumberWord(wanted: readonly string[], found: readonly string[]): string | undefined {
  if (![...wanted, ...found].some((word) => valueOfWord(word) !== undefined)) return undefined;
  const [ours, theirs] = [wanted.map(valueOf), found.map(valueOf)];
  const isNumbers = [...ours, ...theirs].every((value) => value !== undefined);
  if (!isNumbers || ours.length === 0 || theirs.length === 0) return undefined;
  const isSame =
    together(ours.filter((value) => value !== undefined)) ===
    together(theirs.filter((value) => value !== undefined));
  return isSame ? undefined : `"${found.join(' ')}" for "${wanted.join(' ')}"`;
}

const MIN_TENS = 20;
const isTens = (word: string): boolean => (valueOfWord(word) ?? 0) >= MIN_TENS;

/** `"twenty" added`: before a unit that both have, tens on one side alone make another number. */
export function addedTens(wanted: readonly string[], found: readonly string[]): string | undefined {
  const [one, other] = [wanted.length > 0 && wanted.every(isTens), found.length > 0 && found.every(isTens)];
  if (other && wanted.length === 0) return `"${found.join(' ')}" added`;
  return one && found.length === 0 ? `without "${wanted.join(' ')}"` : undefined;
}
