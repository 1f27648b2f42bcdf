import { Visitor } from '@swc/core/Visitor.js';

// swc parses `using` and `await using`, but the visitor it ships does not know the statement yet and throws.
const visitStatement = Visitor.prototype.visitStatement;
Visitor.prototype.visitStatement = function visit(statement) {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement);
  statement.decls = this.visitVariableDeclarators(statement.decls);
  return statement;
};

/** Who may import whom: the table of docs/architecture.md as data. An entry with a slash is one port file. */
const MAY_IMPORT = {
  core: [],
  platform: ['core'],
  http: ['core', 'platform'],
  ledger: ['core', 'platform'],
  artifacts: ['core', 'platform'],
  telemetry: ['core', 'platform', 'ledger/catalog', 'ledger/queue', 'ledger/tail'],
  work: ['core', 'http/client'],
  resolvers: ['core', 'http/client', 'platform/next-turn', 'work/openalex-record'],
  download: ['core', 'http/client', 'artifacts/store'],
  pipeline: ['core', 'resolvers/resolver', 'download/download', 'http/client'],
  workers: ['core', 'ledger/queue', 'pipeline/process-work'],
  report: ['core', 'ledger/catalog', 'telemetry/manifest-reader'],
  dashboard: [
    'core',
    'ledger/catalog',
    'ledger/queue',
    'ledger/watch',
    'report/timeline',
    'report/figures',
    'report/advise',
  ],
  lab: ['core'],
  oracle: ['core/files'],
  config: ['core', 'platform', 'resolvers/index', 'resolvers/resolver', '[a-z]+/options'],
  app: [
    'core',
    'platform',
    'http',
    'ledger',
    'artifacts',
    'telemetry',
    'work',
    'resolvers',
    'download',
    'pipeline',
    'workers',
    'report',
    'dashboard',
    'lab',
    'oracle',
    'config',
  ],
  cli: ['core', 'config', 'app', 'report', 'platform'],
  bin: ['cli'],
};

const layers = Object.entries(MAY_IMPORT).map(([folder, allowed]) => ({
  name: `${folder}-imports`,
  severity: 'error',
  comment: `src/${folder} may import only: ${allowed.join(', ') || 'nothing'}`,
  from: { path: `^src/${folder}/` },
  to: {
    path: '^src/',
    pathNot: [`^src/${folder}/`, ...allowed.map((one) => `^src/${one}${one.includes('/') ? '[.]ts$' : '/'}`)],
  },
}));

/** npm packages and node: modules that only one room may use. */
const confined = (name, modules, rooms, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: '^src/', pathNot: rooms },
  to: { path: modules },
});

export default {
  forbidden: [
    ...layers,
    {
      name: 'core-is-pure',
      severity: 'error',
      comment: 'core is the vocabulary: no npm package, no node: module.',
      from: { path: '^src/core/' },
      to: { pathNot: '^src/core/' },
    },
    confined(
      'one-way-to-the-network',
      ['^undici$', 'node_modules/undici', '^(node:)?(http|https|http2|net|tls|dns)(/promises)?$'],
      [
        '^src/http/',
        '^src/lab/',
        '^src/dashboard/',
        '^src/telemetry/prometheus[.]ts$',
        '^src/telemetry/otlp-exporters[.]ts$',
        '^src/platform/input-file[.]ts$',
      ],
      'Only src/http opens connections to upstreams; input-file reads a pipe that is open already and connects nowhere; lab, dashboard and prometheus listen; otlp-exporters speaks to the collector of the operator (docs/adr/0017).',
    ),
    confined(
      'opentelemetry-in-one-file',
      ['^@opentelemetry/', 'node_modules/@opentelemetry/'],
      ['^src/telemetry/otlp-exporters[.]ts$'],
      'The exporters open connections of their own: one file knows them, and it is imported lazily (docs/adr/0017).',
    ),
    confined(
      'files-through-the-port',
      ['^(node:)?fs(/promises)?$'],
      ['^src/platform/', '^src/lab/'],
      'File access goes through the Files port; node:fs only in platform.',
    ),
    confined(
      'sqlite-in-platform',
      ['^(node:)?sqlite$'],
      ['^src/platform/', '^src/ledger/sqlite/'],
      'node:sqlite is an adapter matter.',
    ),
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'A cycle hides who owns what.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'Nothing lands that nothing calls.',
      from: { orphan: true, path: '^src/', pathNot: ['^src/bin/', '[.]d[.]ts$'] },
      to: {},
    },
    {
      name: 'no-dev-dependencies-in-src',
      severity: 'error',
      comment: 'What ships may use only what is installed with it.',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
