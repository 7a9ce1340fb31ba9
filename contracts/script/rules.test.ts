import { expect, test } from 'vitest'
import { exits } from './exits.ts'
import { check, checkContracts, deployedSources, type Exception, exceptions, type Rule } from './rules.ts'

const header = `
interface IERC20 {
  function transfer(address to, uint256 amount) external returns (bool);
  function balanceOf(address who) external view returns (uint256);
}
interface IHook { function ping() external; function answer() external returns (uint256); }
abstract contract Guard {
  uint256 transient lock;
  modifier nonReentrant() { require(lock == 0); lock = 1; _; lock = 0; }
}
abstract contract Admins {
  mapping(address => bool) internal _admins;
  modifier onlyAdmin() { require(_admins[msg.sender]); _; }
}
`

/** The findings for a contract with this body, as `rule where what`. */
function faults(body: string, allowed: Exception[] = []): string[] {
  const text = `// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\n${header}\ncontract C is Guard, Admins {\n${body}\n}`
  return check({ 'C.sol': text }, allowed).findings.map(({ rule, where, what }) => `${rule} ${where} ${what}`)
}

const each = (rule: Rule, cases: [name: string, body: string, faults: string[]][]) =>
  test.each(cases)(`${rule}: %s`, (_, body, expected) => {
    expect(faults(body).filter((line) => line.startsWith(rule))).toEqual(expected.map((line) => `${rule} ${line}`))
  })

each('effects-first', [
  ['reports a write after a call', 'uint256 x; function f(IHook h) external nonReentrant { h.ping(); x = 1; }', ['C.f C.x']],
  ['allows a call after a write', 'uint256 x; function f(IHook h) external nonReentrant { x = 1; h.ping(); }', []],
  ['allows a write after a view call', 'uint256 x; function f(IERC20 t) external { x = t.balanceOf(address(this)); }', []],
  ['reports a write of the result of a call', 'uint256 x; function f(IHook h) external nonReentrant { x = h.answer(); }', ['C.f C.x']],
  [
    'reports a call and a write in separate functions',
    'uint256 x; function f(IHook h) external nonReentrant { _a(h); _b(); } function _a(IHook h) private { h.ping(); } function _b() private { x = 1; }',
    ['C.f C.x'],
  ],
  [
    'reports a call in one iteration and a write in the next',
    'uint256 x; function f(IHook h) external nonReentrant { for (uint256 i = 0; i < 2; ++i) { x = i; h.ping(); } }',
    ['C.f C.x'],
  ],
  [
    'allows a call in one branch and a write in the other',
    'uint256 x; function f(IHook h, bool b) external nonReentrant { if (b) h.ping(); else x = 1; }',
    [],
  ],
  [
    'reports a write after a branch with a call',
    'uint256 x; function f(IHook h, bool b) external nonReentrant { if (b) h.ping(); x = 1; }',
    ['C.f C.x'],
  ],
  [
    'allows a write after a branch that calls and returns',
    'uint256 x; function f(IHook h, bool b) external nonReentrant { if (b) { h.ping(); return; } x = 1; }',
    [],
  ],
  [
    'reports a modifier that writes after a body that called and returned',
    'uint256 x; modifier m() { _; x = 1; } function f(IHook h) external nonReentrant m { h.ping(); return; }',
    ['C.f C.x'],
  ],
  [
    'reports a write whose index is the result of a call',
    'uint256[2] x; function f(IHook h) external nonReentrant { x[h.answer()] = 1; }',
    ['C.f C.x'],
  ],
  [
    'reports a write through a storage pointer',
    'struct R { uint256 a; } mapping(uint256 => R) r; function f(IHook h) external nonReentrant { R storage p = r[1]; h.ping(); p.a = 2; }',
    ['C.f C.R'],
  ],
  [
    'reports push, delete and ++ after a call',
    'uint256[] x; uint256 y; uint256 z; function f(IHook h) external nonReentrant { h.ping(); x.push(1); delete y; z++; }',
    ['C.f C.x', 'C.f C.y', 'C.f C.z'],
  ],
  [
    'reports a write after a call in assembly',
    'uint256 x; function f(address a) external nonReentrant { assembly { let ok := call(gas(), a, 0, 0, 0, 0, 0) sstore(x.slot, ok) } }',
    ['C.f C.x'],
  ],
  [
    'reports a write after a call that sends value',
    'uint256 x; function f(address payable a) external nonReentrant { (bool ok,) = a.call{value: 1}(""); require(ok); x = 1; }',
    ['C.f C.x'],
  ],
  [
    'reports a write after the creation of a contract',
    'address x; function f() external nonReentrant { x = address(new D()); } } contract D {',
    ['C.f C.x'],
  ],
  [
    'reports a write in an override',
    'uint256 x; function f(IHook h) external nonReentrant { h.ping(); _g(); } function _g() internal virtual {} } contract E is C { uint256 y; function _g() internal override { y = 1; }',
    ['C.f E.y'],
  ],
  [
    'reports a write after a call through super',
    'function f(IHook h) external nonReentrant { _g(h); } function _g(IHook h) internal virtual { h.ping(); } } contract E is C { uint256 y; function _g(IHook h) internal override { super._g(h); y = 1; }',
    ['E._g E.y'],
  ],
])

each('guarded', [
  ['reports an unguarded call', 'function f(IHook h) external { h.ping(); }', ['C.f IHook.ping']],
  ['allows a guarded call', 'function f(IHook h) external nonReentrant { h.ping(); }', []],
  [
    'allows a function that calls a guarded function',
    'function f(IHook h) external { g(h); } function g(IHook h) public nonReentrant { h.ping(); }',
    [],
  ],
  [
    'reports a function that bypasses the guard',
    'function f(IHook h) external { _p(h); } function g(IHook h) public nonReentrant { _p(h); } function _p(IHook h) private { h.ping(); }',
    ['C.f IHook.ping'],
  ],
  ['reports an unguarded call in receive', 'IHook h; receive() external payable { h.ping(); }', ['C.receive IHook.ping']],
  ['allows a view call', 'function f(IERC20 t) external { require(t.balanceOf(msg.sender) > 0); }', []],
])

each('checked-result', [
  [
    'reports an ignored transfer result',
    'function f(IERC20 t) external nonReentrant { t.transfer(msg.sender, 1); }',
    ['C.f external', 'C.f transfer'],
  ],
  [
    'reports a required transfer result, which USDT does not return',
    'function f(IERC20 t) external nonReentrant { require(t.transfer(msg.sender, 1)); }',
    ['C.f transfer'],
  ],
  ['reports an ignored result', 'function f(IHook h) external nonReentrant { h.answer(); }', ['C.f external']],
  ['allows a call without a result', 'function f(IHook h) external nonReentrant { h.ping(); }', []],
  ['reports an ignored send result', 'function f(address payable a) external nonReentrant { a.send(1); }', ['C.f send']],
  ['reports an ignored call result', 'function f(address a) external nonReentrant { a.call(""); }', ['C.f barecall']],
  [
    'reports a call whose success value is not stored',
    'function f(address a) external nonReentrant { (, bytes memory r) = a.call(""); require(r.length > 0); }',
    ['C.f call'],
  ],
  [
    'reports a call whose success value is not checked',
    'function f(address a) external nonReentrant { (bool ok,) = a.call(""); }',
    ['C.f call'],
  ],
  [
    'allows a call whose success value is checked',
    'function f(address a) external nonReentrant { (bool ok,) = a.call(""); require(ok); }',
    [],
  ],
  [
    'reports a call in assembly whose success value is discarded',
    'function f(address a) external nonReentrant { assembly { pop(call(gas(), a, 0, 0, 0, 0, 0)) } }',
    ['C.f call'],
  ],
  [
    'reports a call in assembly whose success value is stored and not checked',
    'function f(address a) external nonReentrant { assembly { let ok := call(gas(), a, 0, 0, 0, 0, 0) } }',
    ['C.f call'],
  ],
  [
    'allows a call in assembly whose success value is checked',
    'function f(address a) external nonReentrant { assembly { if iszero(call(gas(), a, 0, 0, 0, 0, 0)) { revert(0, 0) } } }',
    [],
  ],
])

each('bounded-loop', [
  [
    'reports a loop over an array',
    'uint256[] x; uint256 y; function f() external { for (uint256 i = 0; i < x.length; ++i) y += x[i]; }',
    ['C.f loop'],
  ],
  ['reports a loop up to a parameter', 'uint256 y; function f(uint256 n) external { for (uint256 i = 0; i < n; ++i) ++y; }', ['C.f loop']],
  ['allows a loop up to a fixed number', 'uint256 y; function f() external { for (uint256 i = 0; i < 5; ++i) ++y; }', []],
  [
    'allows a loop bounded by a constant',
    'uint256 constant N = 3; uint256 y; function f() external { for (uint256 i = N; i > 0; --i) ++y; }',
    [],
  ],
  [
    'allows a loop over an array of fixed length',
    'uint256[4] x; uint256 y; function f() external { for (uint256 i = 0; i < x.length; ++i) y += x[i]; }',
    [],
  ],
  [
    'reports a counter that the body resets',
    'uint256 y; function f() external { for (uint256 i = 0; i < 5; ++i) { if (y++ < 99) i = 0; } }',
    ['C.f loop'],
  ],
  ['reports a while loop', 'uint256 y; function f() external { while (y > 0) --y; }', ['C.f loop']],
  ['reports a do-while loop', 'uint256 y; function f() external { do { --y; } while (y > 0); }', ['C.f loop']],
  [
    'reports a loop in assembly',
    'function f(uint256 n) external { assembly { for { let i := 0 } lt(i, n) { i := add(i, 1) } { sstore(i, 1) } } }',
    ['C.f loop'],
  ],
  [
    'reports recursion',
    'uint256 y; function f() external { _r(); } function _r() private { if (y++ < 9) _s(); } function _s() private { _r(); }',
    ['C._r recursion', 'C._s recursion'],
  ],
  [
    'allows a loop in a view function',
    'uint256[] x; function f() external view returns (uint256 s) { for (uint256 i = 0; i < x.length; ++i) s += x[i]; }',
    [],
  ],
  [
    'reports a loop in a view function used by a state-changing function',
    'uint256[] x; uint256 y; function f() external { y = s(); } function s() public view returns (uint256 n) { for (uint256 i = 0; i < x.length; ++i) n += x[i]; }',
    ['C.s loop'],
  ],
])

each('admin-reach', [
  ['reports a payment', 'function f(address payable a) external onlyAdmin nonReentrant { a.transfer(1); }', ['C.f C.f']],
  [
    'reports a payment in an inner function',
    'function f(IHook h) external onlyAdmin nonReentrant { _p(h); } function _p(IHook h) private { h.ping(); }',
    ['C.f C._p'],
  ],
  [
    'reports a write to a deposit',
    'mapping(address => uint256) owed; function f(address a) external onlyAdmin { owed[a] = 0; }',
    ['C.f C.owed'],
  ],
  [
    'reports a write to a deposit through a storage pointer',
    'struct Record { uint256 price; } mapping(uint256 => Record) r; function f() external onlyAdmin { Record storage p = r[0]; p.price = 0; }',
    ['C.f C.Record'],
  ],
  [
    'reports a function with an admin check in its body',
    'uint256 x; function f() external { require(_admins[msg.sender]); x = 1; }',
    ['C.f C.x'],
  ],
  [
    'reports a function with an admin check in another contract',
    'uint256 x; H h; function f() external { require(h.hasAdmin(msg.sender)); x = 1; } } interface H { function hasAdmin(address) external view returns (bool);',
    ['C.f C.x'],
  ],
  ['reports a write in assembly', 'function f(uint256 s) external onlyAdmin { assembly { sstore(s, 1) } }', ['C.f storage']],
  ['allows a write to a setting', 'mapping(address => address) x; function f(address a) external onlyAdmin { _admins[a] = true; }', []],
  ['allows a function without an admin check', 'uint256 x; function f() external { x = 1; }', []],
])

test('an exception allows only what it names', () => {
  const body = 'uint256 x; uint256 y; function f(IHook h) external nonReentrant { h.ping(); x = 1; y = 1; }'
  const allowed: Exception[] = [{ rule: 'effects-first', where: 'C.f', what: 'C.x', why: 'here' }]
  expect(faults(body, allowed)).toEqual(['effects-first C.f C.y'])
  const inner = 'uint256 x; function f(IHook h) external nonReentrant { _p(h); _p(h); } function _p(IHook h) private { h.ping(); x = 1; }'
  expect(faults(inner, [{ rule: 'effects-first', where: 'C._p', what: 'C.x', why: 'here' }])).toEqual([])
  const source =
    'uint256 x; function f(IHook h) external onlyAdmin nonReentrant { _p(h); } function _p(IHook h) private { x = 1; h.ping(); }'
  expect(faults(source, [{ rule: 'admin-reach', where: 'C.f', what: 'C._p', why: 'here' }])).toEqual([])
})

/** The findings of the rule known-exits when these functions are added to a deployed contract. */
function planted(file: string, functions: string): string[] {
  const sources = deployedSources()
  const path = `contracts/src/${file}.sol`
  const end = sources[path]!.lastIndexOf('}')
  sources[path] = `${sources[path]!.slice(0, end)}${functions}\n}\n`
  return check(sources, exceptions, exits)
    .findings.filter(({ rule }) => rule === 'known-exits')
    .map(({ where, what }) => `${where} ${what}`)
    .sort()
}

test('known-exits: finds new ways for value to leave the OrderBook, for every caller', () => {
  const found = planted(
    'Settings',
    `
    address private _rescuer;
    function sweep(address token) external nonReentrant {
      require(msg.sender == _config.treasury);
      _payOrOwe(token, msg.sender, 1);
    }
    function sweepCoin() external nonReentrant {
      require(tx.origin == _config.treasury);
      (bool ok,) = msg.sender.call{value: address(this).balance}("");
      require(ok);
    }
    function credit(address token, uint256 amount) external { require(msg.sender == _config.treasury); owed[token][msg.sender] += amount; }
    function creditFees(address token) external { owedFees[token] = 1e18; }
    function lend(address token) external nonReentrant { SafeSpender.allow(token, msg.sender); }
    function run(address code, bytes calldata data) external nonReentrant { (bool ok,) = code.delegatecall(data); require(ok); }
    function end(address payable to) external nonReentrant { assembly { selfdestruct(to) } }
    function put(uint256 slot, uint256 value) external { assembly { sstore(slot, value) } }
    function make() external payable nonReentrant { new Carrier{value: address(this).balance}(); }
    function setRescuer() external { _rescuer = msg.sender; }
    function withdrawEth(uint256 amount, address to) external nonReentrant { _withdrawFees(NATIVE, to, amount); }
    fallback() external payable { if (msg.data.length == 3) _payOrOwe(NATIVE, tx.origin, 1); }
    }
    contract Carrier { constructor() payable {} }
    library SafeSpender {
      function allow(address token, address to) internal { (bool ok,) = token.call(abi.encodeWithSignature("approve(address,uint256)", to, 1)); require(ok); }
    `,
  )
  expect(found).toEqual([
    'Settings.credit(address, uint256) = Settlement.owed',
    'Settings.creditFees(address) = Settlement.owedFees',
    'Settings.end(address payable) Settings.end: selfdestruct',
    'Settings.fallback() = Settlement.owed',
    'Settings.fallback() Settlement._push: call x2',
    'Settings.lend(address) SafeSpender.allow: barecall',
    'Settings.make() Settings.make: creation',
    'Settings.put(uint256, uint256) = storage',
    'Settings.run(address, bytes) Settings.run: baredelegatecall',
    'Settings.setRescuer() = Settings._rescuer',
    'Settings.sweep(address) = Settlement.owed',
    'Settings.sweep(address) Settlement._push: call x2',
    'Settings.sweepCoin() Settings.sweepCoin: barecall',
    'Settings.withdrawEth(uint256, address) = Settlement.owedFees',
    'Settings.withdrawEth(uint256, address) Settlement._send: call x2',
  ])
})

test('known-exits: finds additional and missing steps of a known exit', () => {
  const sources = deployedSources()
  const change = (file: string, from: string, to: string) => {
    const path = `contracts/src/${file}.sol`
    expect(sources[path]).toContain(from)
    sources[path] = sources[path]!.replace(from, to)
  }
  const last = '_send(token, to, amount);\n    }'
  change('Settlement', last, `_send(token, address(1), amount);\n        ${last}`)
  change('OrderBook', 'function acceptOrder(uint256 orderId) external nonReentrant {', '$& _records[orderId].buyer = msg.sender;')
  const found = check(sources, exceptions, exits).findings
  expect(found.map(({ where, what }) => `${where} ${what}`)).toEqual([
    'Settlement.withdraw(address, address) Settlement._send: call x4',
    'OrderBook.acceptOrder(uint256) = OrderBook._records.buyer',
    'Settlement.withdraw(address, address) Settlement._send: call x2',
  ])
})

test('known-exits: finds a constructor that grants access to future funds', () => {
  const found = planted(
    'Platform',
    '} contract Trap { constructor(address token) { (bool ok,) = token.call(abi.encodeWithSignature("approve(address,uint256)", msg.sender, 1)); require(ok); }',
  )
  expect(found).toEqual(['Trap.constructor(address) Trap.constructor: barecall'])
})

test('rejects a function pointer, which could point to anything', () => {
  expect(() =>
    faults('function f() external { _g(_h); } function _g(function() internal p) private { p(); } function _h() private {}'),
  ).toThrow('pointer')
})

test('the contracts follow the rules, and every exception is needed', () => {
  expect(checkContracts()).toMatchObject({ faults: 0 })
})
