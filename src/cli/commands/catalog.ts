import { GROUPINGS } from '../../core/grouping.ts';
import type { CommandGroup } from '../command.ts';
import { CONFIG_FLAG, DB_PATH_FLAG, JSON_FLAG } from '../flags.ts';
import { RUN_FLAGS } from '../run-flags.ts';

const OUT = RUN_FLAGS.filter(({ name }) => name === 'out');

export const catalog: CommandGroup = {
  name: 'catalog',
  summary: 'look into and after the catalog of what was acquired',
  commands: [
    {
      name: 'stats',
      summary: 'works, bytes and outcomes by group',
      flags: [
        { flags: '--group-by <what>', summary: 'default: status', choices: GROUPINGS },
        { flags: '--run <id>', summary: 'only this run; default: all runs' },
        ...OUT,
        DB_PATH_FLAG,
        CONFIG_FLAG,
        JSON_FLAG,
      ],
      examples: ['contentdownload catalog stats --group-by resolver'],
      load: async () => (await import('../actions/catalog.ts')).catalogStatsAction,
    },
    {
      name: 'query',
      summary: 'any SELECT over the catalog; nothing can be written or reached through it',
      flags: [
        { flags: '--sql <select>', summary: 'one SELECT statement' },
        { flags: '--max-rows <n>', summary: 'default: 10000' },
        { flags: '--timeout <seconds>', summary: 'default: 30' },
        ...OUT,
        DB_PATH_FLAG,
        CONFIG_FLAG,
        JSON_FLAG,
      ],
      examples: [
        'contentdownload catalog query --sql "SELECT reason, count(*) FROM catalog_entries GROUP BY reason"',
        'contentdownload catalog query --sql "SELECT doc_id, path FROM catalog_entries WHERE year = 2023" --json',
      ],
      load: async () => (await import('../actions/catalog.ts')).catalogQueryAction,
    },
    {
      name: 'verify',
      summary: 'check every stored file against the catalog; exit code 1 when something is wrong',
      flags: [
        {
          flags: '--strict',
          summary: 'also the database against itself, and the manifests of all runs against it',
        },
        ...OUT,
        DB_PATH_FLAG,
        CONFIG_FLAG,
        JSON_FLAG,
      ],
      examples: [
        'contentdownload catalog verify --out runs/content',
        'contentdownload catalog verify --strict --json',
      ],
      load: async () => (await import('../actions/catalog-care.ts')).catalogVerifyAction,
    },
    {
      name: 'gc',
      summary: 'files that no row names: shows them, and removes them when told to',
      flags: [
        { flags: '--delete', summary: 'remove them (default: only show them)' },
        ...OUT,
        DB_PATH_FLAG,
        CONFIG_FLAG,
        JSON_FLAG,
      ],
      examples: ['contentdownload catalog gc', 'contentdownload catalog gc --delete'],
      load: async () => (await import('../actions/catalog-care.ts')).catalogGcAction,
    },
    {
      name: 'dedupe',
      summary: 'make equal files one, by hard links',
      flags: [...OUT, DB_PATH_FLAG, CONFIG_FLAG, JSON_FLAG],
      examples: ['contentdownload catalog dedupe --out runs/content'],
      load: async () => (await import('../actions/catalog-care.ts')).catalogDedupeAction,
    },
    {
      name: 'rebuild',
      summary: 'make a lost or damaged catalog anew from the manifests; overwrites nothing',
      flags: [
        { flags: '--from <dir>', summary: 'the output folder, with a folder for each run' },
        { flags: DB_PATH_FLAG.flags, summary: 'the new file (default: manifest.sqlite3 in that folder)' },
        CONFIG_FLAG,
        JSON_FLAG,
      ],
      examples: [
        'mv runs/content/manifest.sqlite3 damaged.sqlite3 && contentdownload catalog rebuild --from runs/content',
        'contentdownload catalog rebuild --from runs/content --db-path copy.sqlite3 --json',
      ],
      load: async () => (await import('../actions/catalog-rebuild.ts')).catalogRebuildAction,
    },
  ],
};
