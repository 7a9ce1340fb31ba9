// Extracts from the compiler's AST what functions do, in order: calls to other contracts, reads and writes of storage, calls of the
// contract's own functions, branches and loops. rules.ts checks the result. If the order is unknown (which branch, how many iterations),
// everything possible is included, so that a rule reports too much rather than too little.

/** A node of the AST, with the fields used here. */
export interface Node {
  id: number
  nodeType: string
  src: string
  name?: string
  nodes?: Node[]
  abstract?: boolean
  contractKind?: string
  linearizedBaseContracts?: number[]
  baseFunctions?: number[]
  scope?: number
  kind?: string
  visibility?: string
  stateMutability?: string
  implemented?: boolean
  body?: Node
  modifiers?: Node[]
  modifierName?: Node
  referencedDeclaration?: number
  stateVariable?: boolean
  mutability?: string
  constant?: boolean
  storageLocation?: string
  expression?: Node
  baseExpression?: Node
  leftHandSide?: Node
  subExpression?: Node
  memberName?: string
  operator?: string
  arguments?: Node[]
  statements?: Node[]
  components?: (Node | null)[]
  condition?: Node
  trueBody?: Node
  falseBody?: Node
  trueExpression?: Node
  falseExpression?: Node
  leftExpression?: Node
  rightExpression?: Node
  initializationExpression?: Node
  loopExpression?: Node
  externalCall?: Node
  clauses?: Node[]
  typeDescriptions?: { typeIdentifier?: string; typeString?: string }
  /** Inline assembly. */
  AST?: Node
  externalReferences?: { declaration: number; isSlot: boolean }[]
  functionName?: Node
  cases?: Node[]
  [field: string]: unknown
}

export type Step =
  /** A call to another contract, or the creation of one. `view`: by STATICCALL, so the callee cannot change anything. */
  | { does: 'call'; what: string; view: boolean; at: string }
  /** `member`: the member of a struct, if only this one is written. */
  | { does: 'read' | 'write'; what: string; member?: string; at: string }
  | { does: 'invoke'; target: Node; at: string }
  | { does: 'branch'; ways: Step[][] }
  | { does: 'loop'; body: Step[]; bounded: boolean; at: string }
  /** A function's body inside its modifier: a return in it continues with the modifier's code after the body. */
  | { does: 'body'; steps: Step[] }
  /** Return or revert. */
  | { does: 'end'; how: 'return' | 'revert' }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'nodeType' in value

/** The direct children, in source order. */
function children(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter(isNode)
    .sort((a, b) => Number.parseInt(a.src, 10) - Number.parseInt(b.src, 10))
}

export function* below(node: Node): Generator<Node> {
  yield node
  for (const child of children(node)) yield* below(child)
}

/** The called expression of a FunctionCall, without `{value: …}`. */
export const callee = (call: Node): Node =>
  call.expression!.nodeType === 'FunctionCallOptions' ? call.expression!.expression! : call.expression!

/** `internal`, `external`, `barecall`, `send`, …: solc's name for the kind of call; '' if the node is not a call. */
export function callKind(call: Node): string {
  if (call.nodeType !== 'FunctionCall' || call.kind !== 'functionCall') return ''
  return /^t_function_([a-z0-9]+)/.exec(callee(call).typeDescriptions?.typeIdentifier ?? '')?.[1] ?? ''
}

const CALLS = new Set(['external', 'delegatecall', 'barecall', 'barecallcode', 'baredelegatecall', 'send', 'transfer', 'creation'])
const YUL_CALLS = new Set(['call', 'callcode', 'delegatecall', 'create', 'create2', 'selfdestruct'])
const READ_ONLY = /_(view|pure)\$/

export class Program {
  private readonly byId = new Map<number, Node>()
  private readonly flows = new Map<string, Step[]>()
  private readonly texts: Record<string, string>
  /** Deployable contracts in the given files. */
  readonly contracts: Node[] = []
  /** All definitions in the given files. */
  readonly own: Node[] = []
  private readonly files = new Map<number, string>()

  /** `output` is the compiler's output; `texts` are the given files, all others are libraries. */
  constructor(output: Record<string, { id: number; ast: unknown }>, texts: Record<string, string>) {
    this.texts = texts
    for (const [path, { id, ast }] of Object.entries(output)) {
      this.files.set(id, path)
      for (const node of below(ast as Node)) if (node.id !== undefined) this.byId.set(node.id, node)
      if (!(path in texts)) continue
      this.own.push(ast as Node)
      for (const node of (ast as Node).nodes ?? [])
        if (node.nodeType === 'ContractDefinition' && node.contractKind === 'contract' && !node.abstract) this.contracts.push(node)
    }
  }

  /** File and line of a node. */
  at(node: Node): string {
    const [start = '0', , file = '0'] = node.src.split(':')
    const path = this.files.get(Number(file)) ?? '?'
    const text = this.texts[path]
    return text === undefined ? path : `${path}:${Buffer.from(text).subarray(0, Number(start)).toString().split('\n').length}`
  }

  /** `Contract.function`, or only the name outside of contracts. */
  nameOf(definition: Node): string {
    const scope = this.byId.get(definition.scope ?? -1)
    const name = definition.name || definition.kind || '?'
    return scope?.nodeType === 'ContractDefinition' ? `${scope.name}.${name}` : name
  }

  /** The name with parameter types, to distinguish overloads. */
  signatureOf(definition: Node): string {
    const parameters = ((definition.parameters as Node | undefined)?.parameters ?? []) as Node[]
    const types = parameters.map(({ typeDescriptions }) => (typeDescriptions?.typeString ?? '?').replace(/^(struct|contract|enum) /, ''))
    return `${this.nameOf(definition)}(${types.join(', ').replace(/ (memory|calldata|storage pointer)/g, '')})`
  }

  /** Whether a node is in one of the given files. */
  isOwn(node: Node): boolean {
    return this.at(node).includes(':')
  }

  node(id: number | undefined): Node | undefined {
    return id === undefined ? undefined : this.byId.get(id)
  }

  /** The functions that can be called from outside on a deployed `contract`, including inherited ones, each in its last override. */
  entries(contract: Node): Node[] {
    const all = this.lineage(contract).flatMap((base) => (base.nodes ?? []).filter(({ nodeType }) => nodeType === 'FunctionDefinition'))
    const open = all.filter(
      (each) =>
        each.implemented && each.kind !== 'constructor' && (each.visibility === 'external' || each.visibility === 'public' || !each.name),
    )
    return open.filter((each) => this.override(each, contract) === each)
  }

  /** The code that runs once when `contract` is created: its constructor and those of its bases. */
  constructors(contract: Node): Node[] {
    return this.lineage(contract).flatMap((base) => (base.nodes ?? []).filter((each) => each.kind === 'constructor' && each.body))
  }

  private lineage(contract: Node): Node[] {
    return (contract.linearizedBaseContracts ?? []).map((id) => this.byId.get(id)!)
  }

  /** A function or modifier and everything it overrides. */
  private family(definition: Node): Set<number> {
    const bases = (definition.baseFunctions ?? (definition.baseModifiers as number[] | undefined) ?? []).map((id) => this.byId.get(id)!)
    return new Set([definition.id, ...bases.flatMap((base) => [...this.family(base)])])
  }

  /** The function that a call of `definition` runs in a deployed `contract`; for `super`, the next one after `after`. */
  private override(definition: Node, contract: Node, after?: Node): Node {
    const family = this.family(definition)
    const lineage = this.lineage(contract)
    for (const base of after ? lineage.slice(lineage.indexOf(after) + 1) : lineage)
      for (const each of base.nodes ?? [])
        if (each.nodeType === definition.nodeType && each.body && [...this.family(each)].some((id) => family.has(id))) return each
    return definition
  }

  /** The steps of `definition`, including its modifiers, when run in a deployed `contract`. */
  flow(definition: Node, contract: Node): Step[] {
    const key = `${contract.id}:${definition.id}`
    const known = this.flows.get(key)
    if (known) return known
    const lowering = new Lowering(this, contract, definition)
    let steps = definition.body ? lowering.steps(definition.body) : []
    for (const invocation of [...(definition.modifiers ?? [])].reverse()) {
      const modifier = this.byId.get(invocation.modifierName?.referencedDeclaration ?? -1)
      if (modifier?.nodeType !== 'ModifierDefinition') continue
      const running = this.override(modifier, contract)
      const body = new Lowering(this, contract, running, steps).steps(running.body!)
      steps = [...(invocation.arguments ?? []).flatMap((argument) => lowering.steps(argument)), ...body]
    }
    this.flows.set(key, steps)
    return steps
  }

  target(call: Node, contract: Node, within: Node): Node | undefined {
    const expression = callee(call)
    const definition = this.byId.get(expression.referencedDeclaration ?? -1)
    if (definition?.nodeType !== 'FunctionDefinition') return undefined
    const isSuper = /^t_(type\$_t_)?super/.test(expression.expression?.typeDescriptions?.typeIdentifier ?? '')
    return this.override(definition, contract, isSuper ? this.byId.get(within.scope ?? -1) : undefined)
  }
}

/** Converts the statements and expressions of one function to steps. */
class Lowering {
  private readonly program: Program
  private readonly contract: Node
  private readonly within: Node
  /** The steps that run at the `_` of a modifier. */
  private readonly placeholder: Step[]

  constructor(program: Program, contract: Node, within: Node, placeholder: Step[] = []) {
    this.program = program
    this.contract = contract
    this.within = within
    this.placeholder = placeholder
  }

  steps(node: Node | null | undefined): Step[] {
    if (!node) return []
    const at = this.program.at(node)
    const all = (...nodes: (Node | null | undefined)[]) => nodes.flatMap((each) => this.steps(each))
    switch (node.nodeType) {
      case 'PlaceholderStatement':
        return [{ does: 'body', steps: this.placeholder }]
      case 'Identifier': {
        const variable = this.stored(node)
        return variable ? [{ does: 'read', what: variable, at }] : []
      }
      case 'Assignment':
        return [...all(node.rightHandSide as Node, node.leftHandSide), ...this.writes(node.leftHandSide!)]
      case 'UnaryOperation':
        return [...all(node.subExpression), ...(/^(\+\+|--|delete)$/.test(node.operator ?? '') ? this.writes(node.subExpression!) : [])]
      case 'BinaryOperation':
        if (node.operator !== '&&' && node.operator !== '||') return all(node.leftExpression, node.rightExpression)
        return [...all(node.leftExpression), { does: 'branch', ways: [all(node.rightExpression), []] }]
      case 'Conditional':
        return [...all(node.condition), { does: 'branch', ways: [all(node.trueExpression), all(node.falseExpression)] }]
      case 'IfStatement':
        return [...all(node.condition), { does: 'branch', ways: [all(node.trueBody), all(node.falseBody)] }]
      case 'ForStatement': {
        const body = all(node.condition, node.body, node.loopExpression)
        return [...all(node.initializationExpression), { does: 'loop', body, bounded: this.isBounded(node), at }]
      }
      case 'WhileStatement':
      case 'DoWhileStatement':
        return [{ does: 'loop', body: all(node.condition, node.body), bounded: false, at }]
      case 'TryStatement':
        return [...all(node.externalCall), { does: 'branch', ways: (node.clauses ?? []).map((clause) => all(clause)) }]
      case 'Return':
        return [...all(node.expression), { does: 'end', how: 'return' }]
      case 'RevertStatement':
        return [...all(...((node.errorCall as Node).arguments ?? [])), { does: 'end', how: 'revert' }]
      case 'EmitStatement':
        return all(...((node.eventCall as Node).arguments ?? []))
      case 'FunctionCall':
        return this.call(node, at)
      case 'InlineAssembly':
        return this.assembly(node)
      default:
        return all(...children(node))
    }
  }

  private call(node: Node, at: string): Step[] {
    const kind = callKind(node)
    const type = callee(node).typeDescriptions?.typeIdentifier ?? ''
    const before = [...children(node).filter((child) => child !== node.expression), node.expression!].flatMap((each) => this.steps(each))
    if (CALLS.has(kind)) {
      const definition = this.program.node(callee(node).referencedDeclaration)
      const what = definition ? this.program.nameOf(definition) : kind
      return [...before, { does: 'call', what, view: kind === 'external' && READ_ONLY.test(type), at }]
    }
    if (kind === 'barestaticcall') return [...before, { does: 'call', what: kind, view: true, at }]
    if (kind === 'arraypush' || kind === 'arraypop') return [...before, ...this.writes(callee(node).expression!)]
    if (kind === 'revert') return [...before, { does: 'end', how: 'revert' }]
    if (kind !== 'internal') return before
    const target = this.program.target(node, this.contract, this.within)
    if (!target) throw new Error(`${at}: a function behind a pointer is called, which no rule can follow`)
    return [...before, { does: 'invoke', target, at }]
  }

  /** The state variable that a name refers to; undefined for constants and transient variables. */
  private stored(identifier: Node): string | undefined {
    const variable = this.program.node(identifier.referencedDeclaration)
    const kept = variable?.stateVariable && variable.mutability === 'mutable' && variable.storageLocation !== 'transient'
    return kept ? this.program.nameOf(variable) : undefined
  }

  /** Storage writes by an assignment to `place`. For a storage pointer, only the struct type is known. */
  private writes(place: Node): Step[] {
    if (place.nodeType === 'TupleExpression') return (place.components ?? []).flatMap((each) => (each ? this.writes(each) : []))
    const at = this.program.at(place)
    if (place.nodeType === 'Identifier') {
      const variable = this.stored(place)
      return variable ? [{ does: 'write', what: variable, at }] : []
    }
    let root = place
    let pointer: string | undefined
    while (root.nodeType === 'MemberAccess' || root.nodeType === 'IndexAccess') {
      root = (root.nodeType === 'MemberAccess' ? root.expression : root.baseExpression)!
      const type = root.typeDescriptions?.typeIdentifier ?? ''
      if (/_storage(_ptr)?$/.test(type) || type.startsWith('t_mapping')) pointer = structOf(root) ?? pointer ?? root.name ?? 'storage'
    }
    const variable = root.nodeType === 'Identifier' ? this.stored(root) : undefined
    const what = variable ?? pointer
    const member = place.nodeType === 'MemberAccess' ? place.memberName : undefined
    return what ? [{ does: 'write', what, ...(member && { member }), at }] : []
  }

  /** Whether the number of iterations is bounded by a constant: a counter is compared with a constant and changed only by the loop. */
  private isBounded({ condition, loopExpression, body }: Node): boolean {
    const step = loopExpression?.expression
    const counter = (step?.subExpression ?? step?.leftHandSide)?.referencedDeclaration
    if (condition?.nodeType !== 'BinaryOperation' || counter === undefined) return false
    const sides = [condition.leftExpression!, condition.rightExpression!]
    if (!sides.some((side) => side.referencedDeclaration === counter) || !sides.some((side) => this.isConstant(side))) return false
    const changed = [...below(body!)].map((node) => (node.leftHandSide ?? (node.operator === 'delete' ? undefined : node.subExpression))!)
    return !changed.some((place) => place?.referencedDeclaration === counter)
  }

  private isConstant(node: Node): boolean {
    const variable = this.program.node(node.referencedDeclaration)
    const isFixedLength = node.memberName === 'length' && /\$\d+_/.test(node.expression?.typeDescriptions?.typeIdentifier ?? '')
    return node.nodeType === 'Literal' || variable?.constant === true || isFixedLength
  }

  private assembly(block: Node): Step[] {
    const slots = (block.externalReferences ?? []).filter(({ isSlot }) => isSlot).map(({ declaration }) => this.program.node(declaration)!)
    const what = slots.map((each) => (each.stateVariable ? this.program.nameOf(each) : structOf(each))).join(', ')
    const at = this.program.at(block)
    const lower = (node: Node): Step[] => {
      const inside = () => children(node).flatMap(lower)
      if (node.nodeType === 'YulForLoop') return [{ does: 'loop', body: inside(), bounded: false, at }]
      if (node.nodeType === 'YulIf') return [...lower(node.condition!), { does: 'branch', ways: [lower(node.body!), []] }]
      if (node.nodeType === 'YulSwitch')
        return [...lower(node.expression!), { does: 'branch', ways: [...(node.cases ?? []).map(lower), []] }]
      if (node.nodeType !== 'YulFunctionCall') return inside()
      const name = node.functionName?.name ?? ''
      if (YUL_CALLS.has(name)) return [...inside(), { does: 'call', what: name, view: false, at }]
      if (name === 'staticcall') return [...inside(), { does: 'call', what: name, view: true, at }]
      if (name === 'sstore') return [...inside(), { does: 'write', what: what || 'storage', at }]
      if (name === 'sload') return [...inside(), { does: 'read', what: what || 'storage', at }]
      if (name === 'return' || name === 'stop') return [...inside(), { does: 'end', how: 'return' }]
      if (name === 'revert' || name === 'invalid') return [...inside(), { does: 'end', how: 'revert' }]
      return inside()
    }
    return lower(block.AST!)
  }
}

const structOf = (node: Node | undefined): string | undefined => /^struct (\S+)/.exec(node?.typeDescriptions?.typeString ?? '')?.[1]
