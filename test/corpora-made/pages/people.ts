import type { Dice } from './dice.ts';
import { tongueOf } from './prose.ts';
import type { Lang } from './tongue.ts';

export interface Person {
  given: string;
  family: string;
  /** As a page of this language prints the name. */
  shown: string;
}

const NATIVE: Readonly<Record<string, string>> = {
  Zhou: '周',
  Xu: '徐',
  Deng: '邓',
  Peng: '彭',
  Cao: '曹',
  Lu: '陆',
  Xiaofeng: '晓峰',
  Jianguo: '建国',
  Meiling: '美玲',
  Wenbo: '文博',
  Yuting: '雨婷',
  Haitao: '海涛',
  Nishimura: '西村',
  Ogawa: '小川',
  Hasegawa: '長谷川',
  Matsuda: '松田',
  Ishikawa: '石川',
  Fujimoto: '藤本',
  Haruka: '遥',
  Kenji: '健二',
  Yoko: '陽子',
  Takashi: '隆',
  Misaki: '美咲',
  Shinji: '慎司',
  Kang: '강',
  Yoon: '윤',
  Jang: '장',
  Seo: '서',
  Hwang: '황',
  Baek: '백',
  Minseo: '민서',
  Jihoon: '지훈',
  Hyejin: '혜진',
  Sungmin: '성민',
  Eunji: '은지',
  Taehyun: '태현',
};

const person = (given: string, family: string, lang: Lang): Person => {
  const native = NATIVE[family];
  const gap = lang === 'ja' ? ' ' : '';
  return { given, family, shown: native ? `${native}${gap}${NATIVE[given] ?? ''}` : `${given} ${family}` };
};

export const people = (chance: Dice, lang: Lang): Person[] => {
  const tongue = tongueOf(lang);
  const families = chance.some(tongue.family, chance.int(2, lang === 'en' ? 7 : 4));
  return families.map((family) => person(chance.pick(tongue.given), family, lang));
};
