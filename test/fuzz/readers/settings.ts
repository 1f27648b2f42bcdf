import { readYaml } from '../../../src/config/read-yaml.ts';
import type { FuzzedReader } from '../reader.ts';
import { ODD } from './odd.ts';

export const SETTINGS: readonly FuzzedReader[] = [
  {
    name: 'yaml config',
    cap: 16 * 1024,
    tokens: [
      ...ODD,
      'out: x\n',
      'http:\n',
      '  retry:\n',
      '- ',
      '&a ',
      '*a',
      '<<: ',
      '{a: b}',
      '[a, b]',
      '|\n',
      '>-\n',
      '"\\x',
      '? ',
      '!!js ',
      '---\n',
      '# c\n',
      'a: &a [*a,*a]\n',
      '\t',
    ],
    run: (text) => Object.keys(readYaml(text, 'config.yaml')).length,
  },
];
