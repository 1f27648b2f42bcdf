import { checkAnswers, writeConfig } from '../../app/init.ts';
import { systemPlatform } from '../../app/platform.ts';
import type { Answers } from '../../app/sample-config.ts';
import { UserError } from '../../core/errors.ts';
import { plainText } from '../../core/plain-text.ts';
import { type Person, personAtTerminal } from '../../platform/ask-person.ts';
import type { Action, Invocation } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { hasFlag, textFlag } from '../flags.ts';

const DEFAULT_FILE = 'contentdownload.yaml';

type TextAnswer = Exclude<keyof Answers, 'formats'>;

/** Asked in this order, each only when no flag has answered it. */
const QUESTIONS: readonly { readonly name: TextAnswer; readonly text: string }[] = [
  { name: 'mailto', text: 'Your e-mail address, for the servers that are asked: ' },
  { name: 'out', text: 'Folder for runs, catalog and files [runs/content]: ' },
  { name: 'ids', text: 'File with one identifier a line, if there is one: ' },
  { name: 'query', text: 'OpenAlex filter or search text, if you want one: ' },
];

export const initAction: Action = async (invocation) => {
  const { terminal } = invocation;
  const path = invocation.args[0] ?? DEFAULT_FILE;
  const given = answersIn(invocation);
  using person = hasFlag(invocation, 'yes') ? undefined : personAtTerminal();
  const answers = person ? await interview(invocation, { person, given, path }) : given;
  const written = await writeConfig(
    { path, answers, force: hasFlag(invocation, 'force') },
    systemPlatform().files,
  );
  if (hasFlag(invocation, 'json')) {
    terminal.print(JSON.stringify({ path: written, mailto: answers.mailto ?? null }));
    return EXIT.ok;
  }
  terminal.print(`${plainText(written)} is written`);
  if (answers.mailto === undefined) terminal.note('set mailto in it before asking real servers');
  terminal.print(`next: contentdownload doctor -c ${plainText(path)}`);
  return EXIT.ok;
};

function answersIn(invocation: Invocation): Answers {
  const texts = (['mailto', 'out', 'query', 'ids', 'works'] as const).flatMap((name) => {
    const text = textFlag(invocation, name);
    return text === undefined ? [] : [[name, text] as const];
  });
  const formats = textFlag(invocation, 'formats')
    ?.split(',')
    .map((one) => one.trim());
  return { ...Object.fromEntries(texts), ...(formats && { formats }) };
}

interface Interview {
  readonly person: Person;
  readonly given: Answers;
  readonly path: string;
}

async function interview(invocation: Invocation, { person, given, path }: Interview): Promise<Answers> {
  let answers = given;
  for (const { name, text } of QUESTIONS.filter((one) => given[one.name] === undefined)) {
    for (;;) {
      const typed = await person.ask(text);
      const next = typed === '' ? answers : { ...answers, [name]: typed };
      const complaint = complaintAbout(next, path);
      if (complaint === undefined) {
        answers = next;
        break;
      }
      invocation.terminal.note(plainText(complaint));
    }
  }
  return answers;
}

function complaintAbout(answers: Answers, path: string): string | undefined {
  try {
    checkAnswers(answers, path);
    return undefined;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.message;
  }
}
