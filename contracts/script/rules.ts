// Rules for the contracts that no available linter has, checked on the compiler's AST of all deployed code, including libraries. `node
// contracts/script/rules.ts` prints the violations and exits with 1 if there are any; test.ts checks the rules first.
//
// effects-first     nothing is written to storage after another contract was called
// guarded           every function that can reach such a call is nonReentrant
// checked-result    no result of a token or of a low-level call is ignored, and tokens are moved by SafeERC20 only
// bounded-loop      functions that change state have no loop (and no recursion) without a constant bound
// admin-reach       functions for the owner or admins make no calls and write settings only: they cannot reach a deposit
// known-exits       everything that can move value is in the table of exits.ts: its calls, how often, and which records it writes
//
// Calls of view functions do not count as interactions: they run as STATICCALL, so the callee can change nothing.
import { readdirSync } from 'node:fs'
import { compile, read, type Sources } from './compile.ts'
import { type Exits, exits } from './exits.ts'
import { below, callee, callKind, type Node, Program, type Step } from './flow.ts'
import { root } from './forge.ts'

export type Rule = 'effects-first' | 'guarded' | 'checked-result' | 'bounded-loop' | 'admin-reach' | 'known-exits'

/** A violation of a rule: `what` happens in the function `where`. */
export type Finding = { rule: Rule; where: string; what: string; at: string; says: string }

/** An accepted finding, with the reason. An exception that matches nothing is an error itself. */
export type Exception = { rule: Rule; where: string; what: string; why: string }

/** The names that identify the owner or an admin: a function that reads or calls one of them is a function for admins. */
const ROLES = new Set(['_owner', '_pendingOwner', '_admins', 'hasAdmin'])

/** What owner and admins may write: settings, never funds held for others. */
const SETTINGS = new Set([
  'Ownable._owner',
  'Ownable2Step._pendingOwner',
  'Admins._admins',
  'Settings._config',
  'Settings._tokens',
  'Settings._lastTokenIndex',
  'Settings._customFees',
  'Settings.PayableToken',
  'Checkpoints.Trace208',
  'Checkpoints.Checkpoint208',
  'Platform._config',
  'Platform._accounts',
  'Platform.Account',
  'Platform._payable',
  'Marketplace._tokens',
  'Marketplace._lastTokenIndex',
])

export const exceptions: Exception[] = [
  {
    rule: 'effects-first',
    where: 'Settlement._payOrOwe',
    what: 'Settlement.owed',
    why: 'whether a payment failed is known only after it; the debt only grows, the caller has already changed its own state, and the call is nonReentrant',
  },
  { rule: 'effects-first', where: 'Settlement._payFeeOrOwe', what: 'Settlement.owedFees', why: 'the same, for the treasury' },
  {
    rule: 'admin-reach',
    where: 'Settings.withdrawEth',
    what: 'Settlement._withdrawFees',
    why: 'pays out fees owed to the treasury, at most that amount',
  },
  { rule: 'admin-reach', where: 'Settings.withdrawToken', what: 'Settlement._withdrawFees', why: 'the same' },
  {
    rule: 'admin-reach',
    where: 'OrderBook.resolveDispute',
    what: 'OrderBook._complete',
    why: 'the only access to a deposit: that of a disputed order, split between its two parties and the fees fixed when it was made',
  },
  {
    rule: 'admin-reach',
    where: 'Marketplace.setPayableToken',
    what: 'Marketplace.Currency',
    why: 'writes whether a currency is payable, and its index; the fees in the same slot are unchanged',
  },
  { rule: 'admin-reach', where: 'Marketplace.setPaused', what: 'Marketplace._currencies', why: 'the same, for the pause' },
  {
    rule: 'guarded',
    where: 'ERC721.safeTransferFrom',
    what: 'IERC721Receiver.onERC721Received',
    why: 'the call to the receiver is the last step of a transfer, and no money moves in it',
  },
  {
    rule: 'guarded',
    where: 'CollectionFactory.createCollection',
    what: 'create2',
    why: 'creates a proxy of the one implementation; no foreign code runs',
  },
  {
    rule: 'guarded',
    where: 'CollectionFactory.createCollection',
    what: 'Collection.initialize',
    why: 'the same: the collection it has just created',
  },
  {
    rule: 'bounded-loop',
    where: 'Checkpoints._upperBinaryLookup',
    what: 'loop',
    why: 'binary search in the history of arbitration fees: 48 rounds are enough for one change per possible order',
  },
]

/** What the callers of a function must know about it. */
type Summary = { calls: string; writes: Set<string> }
/** What was called before this step: '' if nothing; undefined if the step is unreachable. */
type Path = string | undefined

const mergePaths = (a: Path, b: Path): Path => (a === undefined ? b : b === undefined ? a : a || b)

/** All steps, including those inside branches and loops. */
function* flat(steps: Step[]): Generator<Step> {
  for (const step of steps) {
    yield step
    if (step.does === 'branch') for (const way of step.ways) yield* flat(way)
    if (step.does === 'loop') yield* flat(step.body)
    if (step.does === 'body') yield* flat(step.steps)
  }
}

/**
 * Returns the violations in `sources`, and the exceptions of `allowed` that were needed. The rule known-exits is checked only if a table is
 * given.
 */
export function check(
  sources: Sources,
  allowed: Exception[] = [],
  known?: Exits,
): { findings: Finding[]; used: Set<Exception>; contracts: string[] } {
  const compiled = compile(sources, { outputSelection: { '*': { '': ['ast'] } } })
  const program = new Program(compiled.sources, sources)
  const findings = new Map<string, Finding>()
  const used = new Set<Exception>()
  const allows: Book['allows'] = (rule, where, what) => {
    const exception = allowed.find((each) => rule === each.rule && where === each.where && what === each.what)
    if (exception) used.add(exception)
    return exception !== undefined
  }
  const find: Book['find'] = (finding) => {
    if (allows(finding.rule, finding.where, finding.what)) return
    findings.set(`${finding.rule} ${finding.where} ${finding.what}`, finding)
  }
  const book = { find, allows }

  for (const contract of program.contracts) {
    const entries = program.entries(contract)
    checkOrder(program, contract, entries, book)
    for (const entry of entries) {
      if (entry.stateMutability === 'view' || entry.stateMutability === 'pure') continue
      const reached = reach(program, contract, entry)
      checkGuard(program, contract, entry, book)
      checkLoops(program, contract, reached, book)
      checkAdmin(program, contract, entry, reached, book)
    }
  }
  for (const unit of program.own) checkResults(program, unit, book)
  if (known) checkExits(program, known, book)
  return { findings: [...findings.values()], used, contracts: program.contracts.map(({ name }) => name!) }
}

interface Book {
  /** Whether the table has an exception for this. */
  allows(rule: Rule, where: string, what: string): boolean
  /** Records a finding unless there is an exception for it. */
  find(finding: Finding): void
}

/** `from` and all functions of `contract` that it can run, directly or indirectly; `enter` returns false for functions to leave out. */
function reach(program: Program, contract: Node, from: Node, enter: (definition: Node) => boolean = () => true): Set<Node> {
  const reached = new Set<Node>()
  const visit = (definition: Node) => {
    if (reached.has(definition) || !enter(definition)) return
    reached.add(definition)
    for (const step of flat(program.flow(definition, contract))) if (step.does === 'invoke') visit(step.target)
  }
  visit(from)
  return reached
}

function checkOrder(program: Program, contract: Node, entries: Node[], { find, allows }: Book): void {
  const summaries = new Map<Node, Summary>()
  const summarise = (definition: Node): Summary => {
    const known = summaries.get(definition)
    if (known) return known
    const where = program.nameOf(definition)
    const summary: Summary = { calls: '', writes: new Set() }
    summaries.set(definition, summary)
    const write = (what: string, at: string, path: Path) => {
      // An allowed violation is not reported for the callers either.
      if (path && allows('effects-first', where, what)) return
      if (path) find({ rule: 'effects-first', where, what, at, says: `writes ${what} after calling ${path}` })
      summary.writes.add(what)
    }
    let returned: Path
    const run = (steps: Step[], start: Path): Path => {
      let path = start
      for (const step of steps) {
        if (path === undefined) break
        if (step.does === 'call' && !step.view) path ||= step.what
        else if (step.does === 'write') write(step.what, step.at, path)
        else if (step.does === 'invoke') {
          const inner = summarise(step.target)
          for (const what of inner.writes) write(what, step.at, path)
          path ||= inner.calls
        } else if (step.does === 'branch') {
          const from = path
          path = step.ways.map((way) => run(way, from)).reduce(mergePaths, undefined)
        } else if (step.does === 'loop') {
          const once = mergePaths(path, run(step.body, path))
          path = mergePaths(once, run(step.body, once))
        } else if (step.does === 'body') {
          const outer = returned
          returned = undefined
          const through = run(step.steps, path)
          path = mergePaths(through, returned)
          returned = outer
        } else if (step.does === 'end') {
          if (step.how === 'return') returned = mergePaths(returned, path)
          path = undefined
        }
      }
      return path
    }
    summary.calls = mergePaths(run(program.flow(definition, contract), ''), returned) ?? ''
    return summary
  }
  for (const entry of entries) summarise(entry)
}

const isGuarded = (definition: Node) => (definition.modifiers ?? []).some(({ modifierName }) => modifierName?.name === 'nonReentrant')

function checkGuard(program: Program, contract: Node, entry: Node, { find }: Book): void {
  const where = program.nameOf(entry)
  for (const definition of reach(program, contract, entry, (each) => !isGuarded(each)))
    for (const step of flat(program.flow(definition, contract)))
      if (step.does === 'call' && !step.view)
        find({ rule: 'guarded', where, what: step.what, at: step.at, says: `calls ${step.what} and is not nonReentrant` })
}

function checkLoops(program: Program, contract: Node, reached: Set<Node>, { find }: Book): void {
  for (const definition of reached) {
    const where = program.nameOf(definition)
    for (const step of flat(program.flow(definition, contract))) {
      if (step.does === 'loop' && !step.bounded)
        find({ rule: 'bounded-loop', where, what: 'loop', at: step.at, says: 'has a loop without a constant bound' })
      if (step.does === 'invoke' && reach(program, contract, step.target).has(definition))
        find({
          rule: 'bounded-loop',
          where,
          what: 'recursion',
          at: step.at,
          says: `calls itself through ${program.nameOf(step.target)}`,
        })
    }
  }
}

function checkAdmin(program: Program, contract: Node, entry: Node, reached: Set<Node>, { find, allows }: Book): void {
  const where = program.nameOf(entry)
  const asks = (step: Step) => (step.does === 'read' || step.does === 'call') && ROLES.has(step.what.split('.').pop()!)
  if (![...reached].some((definition) => [...flat(program.flow(definition, contract))].some(asks))) return
  const rule = 'admin-reach'
  const seen = new Set<Node>()
  /** `own` is the last of our functions on the path: a call in a library is reported there. */
  const visit = (definition: Node, own: Node) => {
    seen.add(definition)
    for (const step of flat(program.flow(definition, contract))) {
      if (step.does === 'write' && !SETTINGS.has(step.what)) {
        find({ rule, where, what: step.what, at: step.at, says: `requires an admin and writes ${step.what}` })
      } else if (step.does === 'call' && !step.view) {
        const what = program.nameOf(own)
        find({ rule, where, what, at: step.at, says: `requires an admin and calls ${step.what} in ${what}` })
      } else if (step.does === 'invoke' && !seen.has(step.target) && !allows(rule, where, program.nameOf(step.target))) {
        visit(step.target, program.isOwn(step.target) ? step.target : own)
      }
    }
  }
  visit(entry, entry)
}

/**
 * What a function does to value, in the form of the exits table. A call that can change state is written with our function that makes it
 * and, as `x2`, the number of paths to it. `= Contract.variable.member` is a write, except to a setting.
 */
function effects(program: Program, contract: Node, entry: Node): Set<string> {
  const calls = new Map<string, number>()
  const writes = new Set<string>()
  const path: Node[] = []
  const visit = (definition: Node, own: Node) => {
    // Recursion is reported by the rule bounded-loop.
    if (path.includes(definition)) return
    path.push(definition)
    for (const step of flat(program.flow(definition, contract))) {
      if (step.does === 'call' && !step.view) {
        const what = `${program.nameOf(own)}: ${step.what}`
        calls.set(what, (calls.get(what) ?? 0) + 1)
      } else if (step.does === 'write' && !SETTINGS.has(step.what)) {
        writes.add(`= ${step.what}${step.member ? `.${step.member}` : ''}`)
      } else if (step.does === 'invoke') {
        visit(step.target, program.isOwn(step.target) ? step.target : own)
      }
    }
    path.pop()
  }
  visit(entry, entry)
  return new Set([...[...calls].map(([what, ways]) => (ways > 1 ? `${what} x${ways}` : what)), ...writes])
}

/**
 * Every function that a caller can start, and every constructor, is compared with the table, no matter who may call it: access control
 * limits who gets the value, not whether it can leave.
 */
function checkExits(program: Program, known: Exits, { find }: Book): void {
  const rule = 'known-exits'
  const seenEffects = new Map<string, Set<string>>()
  for (const contract of program.contracts) {
    const entries = program.entries(contract).filter(({ stateMutability }) => stateMutability !== 'view' && stateMutability !== 'pure')
    for (const entry of [...entries, ...program.constructors(contract)]) {
      const where = program.signatureOf(entry)
      const does = effects(program, contract, entry)
      if (does.size > 0) seenEffects.set(where, new Set([...(seenEffects.get(where) ?? []), ...does]))
      for (const what of does)
        if (!known[where]?.includes(what)) find({ rule, where, what, at: program.at(entry), says: `is not listed in exits.ts: ${what}` })
    }
  }
  for (const [where, does] of Object.entries(known))
    for (const what of does)
      if (!seenEffects.get(where)?.has(what))
        find({ rule, where, what, at: 'exits.ts', says: `is listed in exits.ts but does not do: ${what}` })
}

const TOKEN = new Set(['transfer', 'transferFrom', 'approve'])
const LOW_LEVEL = new Set(['barecall', 'baredelegatecall', 'barestaticcall', 'barecallcode', 'send'])

function checkResults(program: Program, unit: Node, { find }: Book): void {
  const definitions = [...below(unit)].filter(({ nodeType }) => nodeType === 'FunctionDefinition' || nodeType === 'ModifierDefinition')
  for (const definition of definitions) {
    const nodes = [...below(definition)]
    const where = program.nameOf(definition)
    const record = (node: Node, what: string, says: string) => find({ rule: 'checked-result', where, what, at: program.at(node), says })
    const isRead = (id: number) => nodes.some((node) => node.nodeType === 'Identifier' && node.referencedDeclaration === id)
    for (const node of nodes) {
      const kind = callKind(node)
      const name = callee({ ...node, expression: node.expression ?? node }).memberName ?? ''
      const answer = node.typeDescriptions?.typeIdentifier
      if (kind === 'external' && TOKEN.has(name) && answer === 't_bool')
        record(node, name, `calls ${name} of a token directly, not by SafeERC20`)
      const value = node.expression
      if (node.nodeType === 'ExpressionStatement' && value) {
        const kind = callKind(value)
        const isEmpty = value.typeDescriptions?.typeIdentifier === 't_tuple$__$'
        if (LOW_LEVEL.has(kind) || (kind === 'external' && !isEmpty)) record(node, kind, `ignores the result of a ${kind}`)
        if (value.nodeType === 'Assignment' && LOW_LEVEL.has(callKind(value.rightHandSide as Node)) && !value.leftHandSide?.components?.[0])
          if (value.leftHandSide?.nodeType === 'TupleExpression') record(node, 'call', 'ignores whether a call succeeded')
      }
      if (node.nodeType === 'VariableDeclarationStatement' && LOW_LEVEL.has(callKind((node.initialValue as Node | null) ?? node))) {
        const [ok] = node.declarations as (Node | null)[]
        if (!ok || !isRead(ok.id)) record(node, 'call', 'never checks whether a call succeeded')
      }
      const word = node.functionName?.name
      const drops = (call: Node | undefined) => /^(call|callcode|delegatecall|staticcall)$/.test(call?.functionName?.name ?? '')
      if (word === 'pop' && drops(node.arguments?.[0])) record(node, 'call', 'ignores whether a call succeeded')
      if (node.nodeType === 'YulVariableDeclaration' && drops(node.value as Node)) {
        const [ok] = node.variables as Node[]
        if (!nodes.some((each) => each.nodeType === 'YulIdentifier' && each.name === ok?.name))
          record(node, 'call', 'never checks whether a call succeeded')
      }
    }
  }
}

/** All contracts deployed on chains with real money. */
export const deployedSources = (): Sources =>
  read(
    readdirSync(`${root}/contracts/src`)
      .filter((file) => file.endsWith('.sol'))
      .map((file) => `contracts/src/${file}`),
  )

/** Checks the rules for the deployed contracts; returns lines to print and the number of violations. */
export function checkContracts(): { lines: string[]; faults: number } {
  const { findings, used, contracts } = check(deployedSources(), exceptions, exits)
  const stale = exceptions.filter((exception) => !used.has(exception))
  return {
    lines: [
      ...findings.map(({ rule, where, says, at }) => `FAILED ${rule}: ${where} ${says} (${at})`),
      ...stale.map(({ rule, where, what }) => `FAILED an exception from ${rule} that nothing needs: ${where}, ${what}`),
      `rules: 6 over ${contracts.join(', ')}: ${findings.length} broken, ${used.size} exceptions`,
    ],
    faults: findings.length + stale.length,
  }
}

if (import.meta.main) {
  const { lines, faults } = checkContracts()
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = faults > 0 ? 1 : 0
}
