import type { DashboardState } from '../state.ts';
import { wireActions } from './actions.ts';
import { byId, setText } from './dom.ts';
import { overview } from './overview.ts';
import { wireWorks } from './works.ts';

const showActions = wireActions();
const show = overview();
wireWorks();

function badge(text: string, tone: string): void {
  const element = byId('badge');
  if (element.textContent === text) return;
  setText(element, text);
  element.setAttribute('data-tone', tone);
  setText(byId('live'), text);
}

function badgeOf({ run, queue }: DashboardState): readonly [string, string] {
  if (queue.paused) return ['paused', 'warn'];
  if (run?.state === 'offline') return ['offline', 'bad'];
  if (run?.state === 'running') return ['running', 'good'];
  return [run?.state ?? 'no run', 'quiet'];
}

const updates = new EventSource('/api/events');
updates.addEventListener('state', (event) => {
  const state = JSON.parse(event.data as string) as DashboardState;
  show(state);
  showActions(state);
  badge(...badgeOf(state));
});
updates.addEventListener('end', () => {
  updates.close();
  badge('the run has ended', 'quiet');
});
updates.addEventListener('error', () => {
  const isOver = updates.readyState === EventSource.CLOSED;
  badge(isOver ? 'not connected: load the page again' : 'connection lost, trying again', 'bad');
});
