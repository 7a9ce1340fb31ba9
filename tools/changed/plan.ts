import { reachedFrom } from '../imports.ts'

/** What a change can reach. */
export interface Plan {
  /** Unit test files, in any project of vitest. */
  unit: string[]
  /** Forge test files. */
  forge: string[]
  /** Journeys whose own file changed. They run. */
  journeys: string[]
  /** Other journeys that use the changed code. They are printed and do not run. */
  covering: string[]
}

const WORKER_PROJECTS = [
  'auth',
  'listings',
  'uploads',
  'chat',
  'orders',
  'notifications',
  'creators',
  'nft',
  'pictures',
  'indexer',
] as const
type Project = (typeof WORKER_PROJECTS)[number]

/** Tests that read the files of the whole repository. They take seconds, so they always run. */
const ALWAYS = ['web/rules.test.ts', 'web/catalogs.test.ts', 'tools/style/style.test.ts']

/** Files that a project's tests depend on without importing them; vitest.config.ts uses them. */
const PROJECT_FILES: readonly (readonly [pattern: RegExp, projects: readonly Project[]])[] = [
  [/^(migrations\/|package-lock\.json$|vitest\.config\.ts$|workers\/local\/world\/test-database\.ts$)/, WORKER_PROJECTS],
  [/^workers\/local\/(chain\/test-chain|world\/(outside|price-feeds|test-feeds))\.ts$/, ['creators', 'nft', 'orders', 'indexer']],
  [/^workers\/local\/world\/linked-sites\.ts$/, ['creators']],
  [/^workers\/local\/world\/push-service\.ts$/, ['auth', 'listings', 'orders', 'notifications', 'indexer']],
  [/^workers\/local\/world\/test-worker\.ts$/, ['auth', 'listings', 'uploads', 'orders', 'notifications', 'creators', 'indexer']],
  ...WORKER_PROJECTS.map((name) => [new RegExp(`^workers/${name}/wrangler\\.toml$`), [name]] as const),
]

/** Files that single tests read without importing them. */
const READ_BY: readonly (readonly [pattern: RegExp, tests: string[]])[] = [
  [/^migrations\//, ['workers/local/deploy/migrate.test.ts', 'workers/local/replay/replay.test.ts']],
  [/wrangler\.toml$/, ['workers/local/deploy/deploy-checks.test.ts']],
  [/^contracts\/src\//, ['contracts/script/rules.test.ts']],
  // This test loads the pages and their texts by patterns.
  [/^web\/(?!e2e\/).*\.(tsx?|po)$/, ['web/server-render.test.tsx']],
]

const POLLS = ['workers/indexer/poll.test.ts', 'workers/indexer/reorgs.test.ts', 'workers/indexer/nodes.test.ts']

/**
 * For each area, the tests of other areas that call its RPC methods: its real worker runs beside them (vitest.config.ts). They run if the
 * change reaches a file that those methods import.
 */
export const RPC_TESTS: Partial<Record<Project, string[]>> = {
  auth: POLLS,
  chat: [
    'workers/auth/sessions.test.ts',
    'workers/notifications/notifications.test.ts',
    'workers/auth/my-data.test.ts',
    'workers/auth/export-my-data.test.ts',
    'workers/listings/applications.test.ts',
    'workers/orders/orders.test.ts',
  ],
  listings: ['workers/auth/profiles.test.ts', 'workers/auth/my-data.test.ts', 'workers/auth/delete-account-races.test.ts'],
  orders: [
    ...POLLS,
    'workers/indexer/parts.test.ts',
    'workers/indexer/missing-logs.test.ts',
    'workers/auth/my-data.test.ts',
    'workers/uploads/evidence-files.test.ts',
  ],
  uploads: ['workers/auth/my-data.test.ts', 'workers/creators/link-previews.test.ts', ...POLLS],
  notifications: [
    'workers/auth/my-data.test.ts',
    'workers/orders/notifications.test.ts',
    'workers/listings/place-notifications.test.ts',
    'workers/listings/saved/searches.test.ts',
  ],
}

/** The journeys that use the files of a folder. The first matching pattern is used. No journey covers a file that matches none. */
export const COVERING: readonly (readonly [pattern: RegExp, journeys: string[]])[] = [
  [
    /^(web\/edge\/(sitemap|crawler-files|feeds|site-texts|structured-data|page-picture|pictures)|workers\/(pictures\/|(auth|listings)\/sitemap|listings\/index-now))/,
    ['crawler'],
  ],
  [/^web\/features\/applications\//, ['applications', 'paid-event']],
  [
    /^(workers\/creators\/(application|answer-|creator-|notify-)|web\/(features\/creators\/|queries\/creator-|lib\/application-draft))/,
    ['creator-application', 'creator-granting'],
  ],
  [
    /^(workers\/creators\/(enable|manage)-|web\/(features\/admin\/([Cc]reator|[Cc]hange|Appl|Answer|Enable|Pending|Overview|use-panel)|queries\/(manage-creators|platform-admin)))/,
    ['creator-granting', 'admin-panel'],
  ],
  [
    /^(workers\/(creators\/(admin|read-settings|setting)|shared\/audit-)|web\/(features\/admin\/([Ss]etting|[Ff]ee|CustomFee|Token|Treasury|AuditLog|ContractAdmins|ContractCard|Address|percent|action-)|queries\/(contract|panel)-settings))/,
    ['admin-panel'],
  ],
  [
    /^(workers\/creators\/(folio|palette|read-folio|save-folio|social-)|web\/(features\/(creator-page|folio-editor)\/|queries\/(edit-)?folio))/,
    ['creator-page'],
  ],
  [
    /^(workers\/creators\/(post|comment|save-post|erase-post|link-preview)|web\/(features\/(posts|post-editor)\/|queries\/(posts|shown-posts|edit-posts|like-post|post-)|lib\/post-drafts))/,
    ['posts'],
  ],
  [
    /^(workers\/(creators\/(post-reports|read-post-reports|reported-texts)|listings\/(hide-listing|notify-owners))|web\/(features\/(admin\/PostReports|reviews\/Report)|queries\/report-thing))/,
    ['reports-of-listings'],
  ],
  [
    /^(workers\/(creators\/(sanctions|notify-sanctioned)|listings\/suspended-|shared\/(sanction|suspension)|chat\/hidden-|orders\/(hidden-|conversation-reports))|web\/(features\/admin\/(MemberActions|Sanction|Suspended|ConversationReports)|queries\/(sanctions|conversation-reports)|shell\/lazy\/Suspension))/,
    ['suspension'],
  ],
  [/^(workers\/creators\/(index-creators|public-creators)|web\/queries\/promoted-creators)/, ['creator-discovery']],
  [/^web\/features\/auth\//, ['accounts', 'email', 'wallets']],
  [/^web\/features\/(cards|escrow|home|feeds|search)\//, ['order-flow', 'listings', 'people', 'search', 'categories']],
  [/^(web\/(features|queries)|workers\/listings)\/saved/, ['saved', 'saved-search']],
  [/^web\/features\/carrots\//, ['people']],
  [/^web\/(features\/orders\/(OrderStep|RoomOrder)|lib\/order-timeline)/, ['order-room']],
  [/^web\/(features\/chat\/(Offer|use-offers)|queries\/offers)|^workers\/(chat|orders)\/offer/, ['offers']],
  [
    /^web\/(features\/chat\/|queries\/(chat|cloud|outgoing)|lib\/(drafts|outgoing))/,
    ['messages', 'conversations', 'requests', 'order-room', 'long-room', 'files-in-chat', 'offline-queue', 'order-flow', 'people'],
  ],
  [/^web\/features\/listing-editor\//, ['forms', 'listings', 'writing']],
  [/^web\/features\/listing-page\//, ['listings', 'html']],
  [/^(web\/(features\/orders\/(Invoice|invoice|Statement|statement)|lib\/pdf)|workers\/orders\/(invoice|issue-invoices))/, ['invoice']],
  [
    /^web\/features\/orders\//,
    [
      'order-flow',
      'clicks',
      'dispute',
      'endings',
      'arbitration',
      'payment',
      'reload',
      'refusals',
      'changed-terms',
      'silent-wallet',
      'orders-list',
      'owed',
      'custom-amount',
      'eth-price',
      'delivery',
      'evidence',
      'no-eth',
      'accessibility-orders',
    ],
  ],
  [
    /^(workers\/notifications\/(push|post-push|message-pushes|devices|vapid)|web\/(features\/settings\/Pushes|lib\/push|queries\/devices|service-worker\/))/,
    ['push'],
  ],
  [/^web\/(service-worker\/|lib\/(cache-names|stored-pages|install-offer)|shell\/lazy\/(Install|installed-app|visits))/, ['app']],
  [/^workers\/local\/world\/push-service/, ['push']],
  [/^workers\/listings\/place/, ['paid-event', 'notifications']],
  [/^(web\/features|workers)\/notifications\//, ['notifications', 'push']],
  [/^web\/(features\/settings\/(Notifications|Unsubscribe|topic-texts)|queries\/notification)/, ['notifications']],
  [/^workers\/orders\/(order-notifications|notifications|reminders)/, ['notifications']],
  [/^workers\/orders\/price/, ['eth-price']],
  [/^workers\/orders\/quotes/, ['changed-terms', 'order-flow']],
  [/^workers\/orders\/owed/, ['owed']],
  [/^web\/(features\/landing\/|ui\/Carousel)/, ['landing', 'controls']],
  [/^web\/features\/faq\//, ['faq']],
  [/^(web\/(features\/sponsor\/|queries\/sponsorships)|workers\/orders\/sponsorships)/, ['sponsor']],
  [/^web\/features\/pages\//, ['text-pages']],
  [/^workers\/orders\/(find-orders|order-|agreed)/, ['orders-list', 'order-flow', 'without-quote']],
  [/^workers\/orders\/(deliver|attachments)/, ['delivery']],
  [/^workers\/orders\/evidence/, ['evidence']],
  [/^(web\/features\/admin\/(Dispute|Decision|refund|use-decision)|workers\/orders\/(decisions|audit-log))/, ['arbitration', 'evidence']],
  [
    /^web\/(features\/admin-pages\/|features\/admin\/AdminHead|lib\/admin-paths)/,
    ['creator-granting', 'admin-panel', 'arbitration', 'reviews'],
  ],
  [/^(web\/features\/(admin|reviews)\/|workers\/orders\/(reports|review))/, ['reviews', 'accessibility-orders']],
  [/^web\/features\/(profile|settings)\//, ['people', 'accounts']],
  [/^(web\/features\/uploads|web\/queries\/upload|workers\/uploads)\//, ['files', 'files-in-chat', 'delivery', 'evidence']],
  [/^web\/lib\/(connection|ConnectionNotice|lazy-component)/, ['offline', 'shell']],
  [/^web\/queries\/pending-transactions/, ['reload', 'closed-tab', 'payment']],
  [/^web\/(lib|session|queries)\//, ['order-flow', 'bad-records']],
  [/^web\/shell\//, ['shell', 'keyboard', 'accounts']],
  [/^web\/(ui|gallery)\//, ['controls', 'keyboard', 'accessibility', 'accessibility-members', 'accessibility-orders']],
  [/^web\/wallet\//, ['wallets', 'payment', 'reload', 'refusals', 'silent-wallet', 'owed', 'no-eth', 'order-flow']],
  [/^(web\/edge\/docs\/|workers\/\w+\/(answers\.schema|documentation)\.ts$)/, ['api-docs']],
  [/^workers\/shared\/(api-document|json-schemas|documented-errors|error-notes)\.ts$/, ['api-docs']],
  [/^web\/(edge\/|server\.tsx|root\.tsx)/, ['html', 'http', 'rendered']],
  [/\/locales\/ja\.po$/, ['japanese', 'accessibility']],
  [/^workers\/auth\//, ['accounts', 'email', 'wallets']],
  [/^workers\/listings\/(categor|taxonomy|search\/)/, ['search', 'categories']],
  [/^workers\/listings\//, ['listings', 'forms', 'applications', 'paid-event']],
  [/^workers\/chat\/(digests|message-pushes)/, ['notifications', 'push']],
  [
    /^workers\/chat\//,
    ['messages', 'conversations', 'requests', 'long-room', 'files-in-chat', 'offline-queue', 'order-flow', 'people', 'messenger'],
  ],
  [/^workers\/(creators\/|local\/world\/linked-sites)/, ['http']],
  [/^workers\/(orders|indexer)\//, ['order-flow', 'dispute', 'arbitration', 'endings', 'closed-tab', 'sigkill']],
  [/^workers\/local\/(world|chain)\//, ['sigkill', 'order-flow']],
  [/^contracts\/src\//, ['order-flow', 'dispute']],
]

const isUnitTest = (file: string): boolean => /\.test\.tsx?$/.test(file) && !file.startsWith('web/e2e/')
const isJourney = (file: string): boolean => /^web\/e2e\/[\w-]+\.test\.ts$/.test(file)

/** The project of a test that runs in workerd, or undefined. The tests of `shared` run in the project `auth`. */
function projectOf(file: string): Project | undefined {
  const [, folder] = /^workers\/(\w+)\/(?!.*\.node\.test\.ts$)/.exec(file) ?? []
  return WORKER_PROJECTS.find((name) => name === (folder === 'shared' ? 'auth' : folder))
}

/**
 * The files that the RPC methods and Durable Objects of an area import. `source` is the area's index.ts: first the routes, then the RPC
 * class, which uses only some of the imports.
 */
export function rpcImports(area: string, source: string): string[] {
  const body = source.slice(Math.max(0, source.search(/export class \w+Rpc\b/)))
  const found = source.matchAll(/^(?:import|export) \{([^}]*)\} from '\.\/([\w-]+\.ts)'/gm)
  return [...found]
    .filter(([line, names]) => line.startsWith('export') || names!.split(',').some((name) => body.includes(`${name.trim()}(`)))
    .map(([, , file]) => `workers/${area}/${file}`)
}

/**
 * Decides what to run for changed files. `files` are all files of the repository, `read` returns the text of one. A deleted file reaches
 * its importers, whose imports no longer resolve.
 */
export function planFor(changed: string[], files: string[], read: (file: string) => string): Plan {
  // vitest.config.ts imports files for all projects; PROJECT_FILES lists which projects use each of them.
  const reached = reachedFrom(
    changed,
    files.filter((file) => file !== 'vitest.config.ts'),
  )
  const unit = new Set([...ALWAYS, ...[...reached].filter(isUnitTest)])

  for (const [pattern, projects] of PROJECT_FILES)
    if ([...reached].some((file) => pattern.test(file)))
      for (const file of files.filter((name) => isUnitTest(name) && projects.some((project) => project === projectOf(name)))) unit.add(file)
  for (const [pattern, tests] of READ_BY) if (changed.some((file) => pattern.test(file))) for (const test of tests) unit.add(test)
  for (const [area, tests] of Object.entries(RPC_TESTS))
    if (rpcImports(area, read(`workers/${area}/index.ts`)).some((file) => reached.has(file))) for (const test of tests) unit.add(test)
  if (changed.includes('package-lock.json')) for (const file of files.filter(isUnitTest)) unit.add(file)

  const forgeAll = changed.some((file) => /^(foundry\.toml|package-lock\.json|contracts\/script\/(forge|solc|test|build)\.\w+)$/.test(file))
  const forge = files.filter((file) => file.endsWith('.t.sol') && (forgeAll || reached.has(file)))
  const journeys = changed.filter((file) => isJourney(file) && files.includes(file))
  const covering = changed.flatMap((file) => COVERING.find(([pattern]) => pattern.test(file))?.[1] ?? [])
  return {
    unit: [...unit].filter((file) => files.includes(file)).sort(),
    forge,
    journeys,
    covering: [...new Set(covering)].filter((name) => !journeys.includes(`web/e2e/${name}.test.ts`)),
  }
}
