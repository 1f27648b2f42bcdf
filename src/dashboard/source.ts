import type { DashboardState, SearchAnswer, StoryAnswer } from './state.ts';

/**
 * Where the dashboard gets what it shows. `state` is asked once a second at most, whatever the number of pages, and must
 * cost the same however large the run is. Everything told may quote text from outside.
 */
export interface DashboardSource {
  state(): Promise<DashboardState>;
  search(text: string): Promise<SearchAnswer>;
  story(docId: string): Promise<StoryAnswer | undefined>;
}

/** What a person may do from the page. */
export interface DashboardActions {
  setPaused(paused: boolean): Promise<void>;
  /** Resolves to how many works wait again. */
  retryFailed(): Promise<number>;
}

/** Looks into the ledger on somebody's behalf, away from the thread that works. */
export interface LookUp {
  search(text: string): Promise<SearchAnswer>;
  story(docId: string): Promise<StoryAnswer | undefined>;
}
