import type { DashboardState } from '../state.ts';
import { byId, inputById, setText } from './dom.ts';

const KEPT = 'contentdownload-token';

const ACTIONS = {
  pause: {
    title: 'Pause the queue?',
    text: 'Works under way end, no further one is begun, in every process that works on this queue, until it is resumed.',
    yes: 'Pause',
    done: 'The queue is paused.',
  },
  resume: {
    title: 'Resume the queue?',
    text: 'Works are begun again.',
    yes: 'Resume',
    done: 'The queue goes on.',
  },
  'retry-failed': {
    title: 'Retry all failed works?',
    text: 'Every work that failed or was quarantined, in whichever run, waits again with fresh attempts. Their hosts will be asked again.',
    yes: 'Retry them',
    done: 'Failed works wait again.',
  },
} as const;
type ActionName = keyof typeof ACTIONS;

const isAction = (name: string | null): name is ActionName => name !== null && Object.hasOwn(ACTIONS, name);

/** The token stands behind `#` in the address that was printed; it is kept for this tab and taken out of sight. */
function takeToken(): void {
  const found = /[#&]token=([\w-]+)/.exec(location.hash)?.[1];
  if (found === undefined) return;
  sessionStorage.setItem(KEPT, found);
  history.replaceState(null, '', location.pathname);
}

async function perform(name: ActionName): Promise<string> {
  const token = inputById('token').value.trim() || sessionStorage.getItem(KEPT) || '';
  const response = await fetch(`/api/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  const body = (await response.json()) as { readonly error?: string; readonly retried?: number };
  if (!response.ok) {
    if (response.status === 401) sessionStorage.removeItem(KEPT);
    throw new Error(body.error ?? `status ${response.status}`);
  }
  sessionStorage.setItem(KEPT, token);
  return body.retried === undefined ? ACTIONS[name].done : `${body.retried} works wait again.`;
}

function dialogElement(): HTMLDialogElement {
  const found = byId('confirm');
  if (!(found instanceof HTMLDialogElement)) throw new Error('#confirm is no dialog');
  return found;
}

/** Pause, resume and retry: each asks first, and needs the token. */
export function wireActions(): (state: DashboardState) => void {
  takeToken();
  const dialog = dialogElement();
  let chosen: ActionName = 'pause';

  const ask = (name: ActionName): void => {
    chosen = name;
    setText(byId('confirm-title'), ACTIONS[name].title);
    setText(byId('confirm-text'), ACTIONS[name].text);
    setText(byId('confirm-yes'), ACTIONS[name].yes);
    setText(byId('confirm-problem'), '');
    inputById('token').value = '';
    byId('token-field').hidden = sessionStorage.getItem(KEPT) !== null;
    dialog.showModal();
    byId('confirm-no').focus();
  };
  byId('confirm-no').addEventListener('click', () => dialog.close());
  dialog.addEventListener('submit', (event) => {
    event.preventDefault();
    perform(chosen).then(
      (said) => {
        dialog.close();
        setText(byId('live'), said);
      },
      (error: unknown) => {
        setText(byId('confirm-problem'), error instanceof Error ? error.message : String(error));
        byId('token-field').hidden = sessionStorage.getItem(KEPT) !== null;
      },
    );
  });
  for (const button of document.querySelectorAll('[data-action]')) {
    button.addEventListener('click', () => {
      const name = button.getAttribute('data-action');
      if (isAction(name)) ask(name);
    });
  }
  return ({ queue }) => {
    byId('pause').hidden = queue.paused;
    byId('resume').hidden = !queue.paused;
    byId('retry').toggleAttribute('disabled', queue.error === 0);
  };
}
