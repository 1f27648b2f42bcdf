import { describe, expect, test } from 'vitest';
import { applied, mutantsOf } from './mutants.ts';

const of = (source: string): readonly string[] =>
  mutantsOf('a.ts', source).map((mutant) => applied(mutant, source));

describe('mutants', () => {
  test.each([
    ['f(a < b);', 'f(a <= b);'],
    ['f(a === b);', 'f(a !== b);'],
    ['f(a && b);', 'f(a || b);'],
    ['f(!a);', 'f(a);'],
    ['f(a ?? b);', 'f(a);'],
    ['f(a - b);', 'f(a + b);'],
    ['if (a) f();', 'if (false) f();'],
    ['f(a ? b : c);', 'f(!(a) ? b : c);'],
    ['f(true);', 'f(false);'],
    ['f(Math.min(a, b));', 'f(Math.max(a, b));'],
    ['await queue.release(lease);', ';'],
    [
      'run(`UPDATE jobs SET n = n + 1 WHERE a = 1 AND b <= 2`);',
      'run(`UPDATE jobs SET n = n + 0 WHERE a = 1 AND b <= 2`);',
    ],
    [
      'run(`UPDATE jobs SET n = n + 1 WHERE a = 1 AND b <= 2`);',
      'run(`UPDATE jobs SET n = n + 1 WHERE a = 1 OR b <= 2`);',
    ],
    ['f((a as B) < c);', 'f((a as B) <= c);'],
  ])('of %s include %s', (source, mutated) => {
    expect(of(source)).toContain(mutated);
  });

  test.each([
    ['of types', 'type A = B extends true ? C : D;'],
    ['of texts that are no SQL', "const a = 'yes AND no <= 3';"],
    ['of sums with a text', "const a = b + 'c';"],
    ['of what only tells', "emit({ type: 'warning', message });"],
    ['of imports', "import a from 'a';"],
  ])('there are none %s', (_, source) => {
    expect(of(source)).toEqual([]);
  });

  test('stay within a line and name it', () => {
    const [mutant] = mutantsOf('a.ts', 'const a = 1;\nconst b = a < 2;\n');
    expect(mutant).toMatchObject({ line: 2, kind: '< to <=', before: '<' });
    expect(mutantsOf('a.ts', 'f(\n  a,\n);')).toEqual([]);
  });
});
