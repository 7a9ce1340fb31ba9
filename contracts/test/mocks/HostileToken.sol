// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev A malicious token that was enabled by mistake. It behaves like a normal token until `act` configures it, and then misbehaves only
/// in transfers to `target` (the zero address: to anybody).
contract HostileToken {
    enum Part {
        Honest,
        AnswersFalse,
        AnswersNothing,
        AnswersTwo,
        AnswersByte,
        AnswersShort,
        Reverts,
        RevertsWithMegabyte,
        AnswersMegabyte,
        BurnsGas,
        TakesFee,
        PaysDouble,
        CallsBack,
        SwallowsCalls,
        RefusesAtGasPrice,
        BurnsAtGasPrice,
        NeedsPushGas
    }

    /// @dev Slightly less than the gas that is left of a push's 200,000 when `transfer` has read its configuration.
    uint256 private constant PUSH_GAS_LEFT = 190_000;

    mapping(address account => uint256) public balanceOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    Part private _part;
    address private _target;
    address private _callee;
    bytes private _callData;
    /// @dev The result of the callback, so that a test can see that it was tried.
    bool public calledBack;
    bool public callSucceeded;
    bytes public callAnswer;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function act(Part part, address target) external {
        _part = part;
        _target = target;
    }

    function callBack(address target, address callee, bytes calldata data) external {
        _part = Part.CallsBack;
        _target = target;
        _callee = callee;
        _callData = data;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return _transfer(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        return _transfer(from, to, amount);
    }

    /// @dev ERC-3009 without checking the signature: only the balance shows what was moved.
    function receiveWithAuthorization(address from, address to, uint256 amount, uint256, uint256, bytes32, bytes calldata) external {
        if (_part != Part.SwallowsCalls) _transfer(from, to, amount);
    }

    /// @dev EIP-2612 without checking the signature.
    function permit(address owner, address spender, uint256 amount, uint256, uint8, bytes32, bytes32) external {
        if (_part == Part.SwallowsCalls) return;
        allowance[owner][spender] = amount;
        if (_part == Part.CallsBack && _target == owner) _call();
    }

    function _transfer(address from, address to, uint256 amount) private returns (bool) {
        Part part = _target == address(0) || _target == to ? _part : Part.Honest;
        if (part == Part.AnswersFalse) return false;
        if (part == Part.Reverts) revert("no");
        if (part == Part.RevertsWithMegabyte) _answer(true, 1 << 20, 0);
        if (part == Part.BurnsGas) while (true) {}
        if (part == Part.RefusesAtGasPrice) require(tx.gasprice == 0);
        if (part == Part.BurnsAtGasPrice && tx.gasprice != 0) while (true) {}
        if (part == Part.NeedsPushGas) require(gasleft() > PUSH_GAS_LEFT);
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        if (part == Part.TakesFee) balanceOf[to] -= 1;
        if (part == Part.PaysDouble) balanceOf[to] += amount;
        if (part == Part.AnswersNothing) _answer(false, 0, 0);
        if (part == Part.AnswersTwo) _answer(false, 32, 2);
        if (part == Part.AnswersByte) _answer(false, 1, 1 << 248);
        if (part == Part.AnswersShort) _answer(false, 31, 0);
        if (part == Part.AnswersMegabyte) _answer(false, 1 << 20, 0);
        if (part == Part.CallsBack) _call();
        return true;
    }

    function _call() private {
        calledBack = true;
        (callSucceeded, callAnswer) = _callee.call(_callData);
    }

    /// @dev Ends the call with `size` bytes that start with `word`.
    function _answer(bool fails, uint256 size, uint256 word) private pure {
        assembly {
            mstore(0x80, word)
            switch fails
            case 1 { revert(0x80, size) }
            default { return(0x80, size) }
        }
    }
}
