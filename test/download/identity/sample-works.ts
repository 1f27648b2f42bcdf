import { parseDoi, type WorkId } from '../../../src/core/identifiers.ts';
import type { Work } from '../../../src/core/work.ts';
import { type Dice, dice } from '../../../src/lab/dice.ts';
import { ordinaryTitle } from '../../../src/lab/titles.ts';
import { FAMILY_NAMES, GIVEN_NAMES, QUALITIES, THINGS } from '../../../src/lab/words.ts';

/** A work with everything known about it, and the journal it stands in. */
export interface SampleWork extends Work {
  readonly title: string;
  readonly year: number;
  readonly authors: readonly string[];
  readonly journal: string;
  /** The words its pages are written in. */
  readonly language: Language;
}

export type Language = 'en' | 'de' | 'fr' | 'ru' | 'zh' | 'ja' | 'ko' | 'ar' | 'el' | 'hi' | 'pl';

/** A few hundred words each, so that papers of one language share many of them, as papers of one journal do. */
const WORDS: Readonly<Record<Exclude<Language, 'en'>, string>> = {
  de: 'Untersuchung Einfluss Verhalten Temperatur Boden Wasser Größe Moleküle Übertragung Entwicklung Bedeutung Methoden Grenzflächen Kinder Städte Wälder über für von bei und der die Messung Schwankungen Öffentlichkeit Märkte Gefüge Löslichkeit',
  fr: 'étude influence température évolution modèle système écologie forêts région élèves méthode réseaux données société théorie espèces système côtier sur dans les des une entre après générale numérique protéines lumière mémoire',
  ru: 'исследование влияние температуры развитие модель система почва вода леса региона школьники метод сети данные общество теория виды белки память свет на в об одной задаче для новых материалов оценка устойчивости движения частиц',
  zh: '研究 影响 温度 发展 模型 系统 土壤 水 森林 区域 学生 方法 网络 数据 社会 理论 物种 蛋白质 记忆 光 基于 的 对 分析 中国 城市 经济 深度 学习 图像 算法 机制 疾病 治疗',
  ja: '研究 影響 温度 発展 モデル システム 土壌 水 森林 地域 学生 方法 ネットワーク データ 社会 理論 種 タンパク質 記憶 光 による の に関する 解析 日本 都市 経済 深層 学習 画像 評価',
  ko: '연구 영향 온도 발전 모델 시스템 토양 물 산림 지역 학생 방법 네트워크 데이터 사회 이론 종 단백질 기억 빛 기반 의 에 대한 분석 한국 도시 경제 심층 학습 영상 평가',
  ar: 'دراسة تأثير درجة الحرارة تطور نموذج نظام التربة المياه الغابات المنطقة الطلاب طريقة شبكات بيانات المجتمع نظرية أنواع البروتين الذاكرة الضوء على في من تحليل المدن الاقتصاد',
  el: 'μελέτη επίδραση θερμοκρασία ανάπτυξη μοντέλο σύστημα έδαφος νερό δάση περιοχή μαθητές μέθοδος δίκτυα δεδομένα κοινωνία θεωρία είδη πρωτεΐνες μνήμη φως στην των για ανάλυση πόλεις οικονομία',
  hi: 'अध्ययन प्रभाव तापमान विकास मॉडल प्रणाली मिट्टी जल वन क्षेत्र छात्र विधि नेटवर्क आँकड़े समाज सिद्धांत प्रजाति प्रोटीन स्मृति प्रकाश पर में के लिए विश्लेषण भारत नगर अर्थव्यवस्था',
  pl: 'badanie wpływ temperatury rozwój model układ gleba woda lasy region uczniowie metoda sieci dane społeczeństwo teoria gatunki białka pamięć światło na w zależności między ocena właściwości żywności źródła',
};
const DENSE: ReadonlySet<Language> = new Set(['zh', 'ja']);
const OTHERS = Object.keys(WORDS) as Exclude<Language, 'en'>[];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A run of words of a language. */
function phrase(language: Language, chance: Dice, length: number): string {
  if (language === 'en') {
    const words = Array.from({ length }, (_, at) => chance.pick(at % 2 === 0 ? QUALITIES : THINGS));
    return words.join(' ');
  }
  const words = Array.from({ length }, () => chance.pick(WORDS[language].split(' ')));
  return words.join(DENSE.has(language) ? '' : ' ');
}

export const sentences = (language: Language, chance: Dice, count: number): string =>
  Array.from({ length: count }, () => `${capital(phrase(language, chance, chance.int(8, 14)))}.`).join(' ');

export const newTitle = (language: Language, chance: Dice): string =>
  language === 'en' ? ordinaryTitle(chance) : capital(phrase(language, chance, chance.int(6, 12)));

export const newAuthors = (chance: Dice): readonly string[] =>
  chance
    .shuffle(FAMILY_NAMES)
    .slice(0, chance.int(1, 6))
    .map((family) => `${chance.pick(GIVEN_NAMES)} ${family}`);

export const newDoi = (chance: Dice) => {
  const doi = parseDoi(
    `10.${chance.int(50_000, 59_999)}/j.${chance.pick(THINGS).slice(0, 4).trim()}.${chance.int(1990, 2026)}.${chance.int(10_000, 99_999)}`,
  );
  if (doi === undefined) throw new Error('a DOI that is none');
  return doi;
};

/** Made-up works: three in four in English, the rest in other scripts and languages. */
export function sampleWorks(seed: number, count: number): readonly SampleWork[] {
  return Array.from({ length: count }, (_, index): SampleWork => {
    const chance = dice(seed, 'work', index);
    const language = chance.next() < 0.7 ? 'en' : chance.pick(OTHERS);
    const doi = newDoi(chance);
    return {
      id: `doi:${doi}` as WorkId,
      doi,
      title: newTitle(language, chance),
      year: chance.int(1990, 2026),
      authors: newAuthors(chance),
      journal: `${capital(chance.pick(QUALITIES))} ${capital(chance.pick(THINGS))} Letters`,
      language,
    };
  });
}
