import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { reasonsIn } from './skip-reasons.ts';

/** A reason that a test gave itself, else what the conditions of its file say. */
function whyIn(module: TestModule): ReadonlyMap<string, number> {
  const whys = new Map<string, number>();
  const ofFile = reasonsIn(readFileSync(module.moduleId, 'utf8')).join(' or ');
  for (const test of module.children.allTests('skipped')) {
    const result = test.result();
    const note = result.state === 'skipped' ? result.note : undefined;
    const why = note ?? `lacks ${ofFile || 'something that its file does not name'}`;
    whys.set(why, (whys.get(why) ?? 0) + 1);
  }
  return whys;
}

/** Says at the end of a test run which files have skipped tests, and why. */
export const skippedReporter = {
  onTestRunEnd(modules) {
    const lines = modules.flatMap((module) =>
      [...whyIn(module)].map(
        ([why, count]) => `  ${relative(process.cwd(), module.moduleId)}: ${count} skipped, ${why}`,
      ),
    );
    if (lines.length > 0)
      console.log(`\n Skipped tests, and what they lack:\n${lines.toSorted().join('\n')}`);
  },
} satisfies Reporter;
