import type { CommandSpec } from '../command.ts';

export const completion: CommandSpec = {
  name: 'completion',
  summary: 'print a completion script for a shell',
  arguments: [{ name: '<shell>', summary: 'the shell', choices: ['bash', 'zsh', 'fish'] }],
  flags: [],
  examples: [
    'source <(contentdownload completion bash)',
    'source <(contentdownload completion zsh)',
    'contentdownload completion fish > ~/.config/fish/completions/contentdownload.fish',
  ],
  load: async () => (await import('../actions/completion.ts')).completionAction,
};
