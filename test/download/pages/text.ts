/** Generated prose and the pieces that pages are made of. */

const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  en: [
    'The samples were taken at twelve sites along the river during three seasons of the year',
    'We compared the measured concentration with the values that earlier studies had reported',
    'A linear model explained most of the variance between the groups of observations',
    'These differences remained after the data had been corrected for temperature and depth',
    'Participants answered a questionnaire of forty items before and after the intervention',
    'It follows that the proposed estimate is consistent under weak assumptions on the noise',
  ],
  zh: [
    '本研究在三个季节内沿河流十二个站点采集样品并测定其浓度',
    '结果表明不同处理之间存在显著差异且随温度升高而增大',
    '我们将测量值与以往研究报道的数值进行了比较分析',
    '该模型能够解释各组观测值之间的大部分变异',
  ],
  ja: [
    '本研究では三つの季節にわたり河川沿いの十二地点で試料を採取した',
    '測定された濃度を既往の研究で報告された値と比較した',
    '提案手法は従来の手法と比べて高い精度を示すことが確認された',
  ],
  ko: [
    '본 연구에서는 세 계절 동안 강을 따라 열두 지점에서 시료를 채취하였다',
    '측정된 농도를 기존 연구에서 보고된 값과 비교하여 분석하였다',
    '제안된 모형은 집단 간 분산의 대부분을 설명하는 것으로 나타났다',
  ],
  es: [
    'Las muestras se tomaron en doce sitios a lo largo del río durante tres estaciones del año',
    'Se compararon las concentraciones medidas con los valores descritos en estudios anteriores',
    'El modelo lineal explicó la mayor parte de la varianza entre los grupos observados',
  ],
  de: [
    'Die Proben wurden an zwölf Stellen entlang des Flusses in drei Jahreszeiten genommen',
    'Wir verglichen die gemessene Konzentration mit den Werten früherer Untersuchungen',
    'Ein lineares Modell erklärte den größten Teil der Streuung zwischen den Gruppen',
  ],
  ru: [
    'Пробы отбирали на двенадцати участках вдоль реки в течение трёх сезонов года',
    'Измеренные концентрации сравнивали со значениями из более ранних исследований',
    'Линейная модель объясняет большую часть различий между группами наблюдений',
  ],
  pt: [
    'As amostras foram coletadas em doze locais ao longo do rio durante três estações do ano',
    'Comparamos as concentrações medidas com os valores relatados em estudos anteriores',
  ],
  th: [
    'การศึกษานี้เก็บตัวอย่างน้ำจากสิบสองจุดตามแนวแม่น้ำในช่วงสามฤดูกาลของปี',
    'ผลการวิเคราะห์แสดงให้เห็นความแตกต่างอย่างมีนัยสำคัญระหว่างกลุ่มตัวอย่าง',
  ],
  fr: [
    'Les échantillons ont été prélevés sur douze sites le long de la rivière pendant trois saisons',
    'Nous avons comparé les concentrations mesurées aux valeurs rapportées dans les études antérieures',
  ],
};

/** Words in one sentence, roughly; two characters of Chinese or Japanese count as a word. */
const DENSE = new Set(['zh', 'ja', 'th']);

/** About `words` words, as paragraphs of some sixty. */
export function paragraphs(words: number, language = 'en'): readonly string[] {
  const stock = SENTENCES[language] ?? [];
  const stop = language === 'th' ? ' ' : DENSE.has(language) ? '。' : '. ';
  const found: string[] = [];
  let total = 0;
  let turn = 0;
  while (total < words) {
    const sentences: string[] = [];
    for (let count = 0; count < 5; count++) sentences.push(stock[turn++ % stock.length] ?? '');
    const text = sentences.join(stop) + stop.trim();
    total += DENSE.has(language) ? text.length / (language === 'th' ? 5 : 2) : text.split(/\s+/).length;
    found.push(text);
  }
  return found;
}

export const p = (words: number, language = 'en'): string =>
  paragraphs(words, language)
    .map((text) => `<p>${text}</p>`)
    .join('\n');

export const divs = (words: number, name: string, language = 'en'): string =>
  paragraphs(words, language)
    .map((text) => `<div class="${name}">${text}</div>`)
    .join('\n');

export const reference = (number: number): string =>
  `Author A${number}, Bauer L, Chen W. A study of sediments number ${number}. J. Hydrol. ${2000 + (number % 20)};${number}(2):${number}1-${number}9. doi:10.5555/ref.${number}`;

export const referenceItems = (count: number): string =>
  Array.from({ length: count }, (_, index) => `<li>${reference(index + 1)}</li>`).join('\n');

/** The work that the pages are about. */
export const TITLE = 'Seasonal discharge of alpine rivers under changing snow cover';
export const DOI = '10.5555/rivers.2021.17';
export const AUTHORS = ['Ana García', 'Lena Bauer', 'Wei Chen'] as const;
export const OTHER_TITLE = 'Thermal fatigue of nickel alloys at very high pressure';

export const citationTags = (title = TITLE, doi = DOI): string =>
  `<meta name="citation_title" content="${title}"><meta name="citation_doi" content="${doi}">` +
  AUTHORS.map((name) => `<meta name="citation_author" content="${name}">`).join('') +
  '<meta name="citation_journal_title" content="Journal of Rivers"><meta name="citation_publication_date" content="2021/03/01">';

export const byline = AUTHORS.join(', ');

export const page = (head: string, body: string, title = `${TITLE} | Journal of Rivers`): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`;

export const menu = `<nav><ul>${['Home', 'Current issue', 'Archive', 'For authors', 'Get access', 'Subscribe', 'Log in', 'About'].map((name) => `<li><a href="/${name}">${name}</a></li>`).join('')}</ul></nav>`;
export const footer = `<footer>${p(200)}<a href="/privacy">Privacy policy</a></footer>`;
