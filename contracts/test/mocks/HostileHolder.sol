// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @dev A creator, buyer or treasury that is a contract: a wallet that signs with its owner's key (ERC-1271), and receives tokens
/// and native coin as configured.
contract HostileHolder {
    enum Part {
        Accepts,
        Reverts,
        RevertsSilently,
        AnswersWrong,
        CallsBack
    }

    enum Word {
        Owner,
        AnswersWrong,
        AnswersShort,
        AnswersNothing,
        Reverts,
        RevertsWithMegabyte,
        CallsBack
    }

    address private immutable _owner;
    Word private _word;
    Part private _onToken;
    Part private _onMoney;
    address private _callee;
    bytes private _callData;
    /// @dev The result of the callback, so that a test can see that it was tried.
    bool public calledBack;
    bool public callSucceeded;
    bytes public callAnswer;

    constructor(address owner) {
        _owner = owner;
    }

    function onTokens(Part part) external {
        _onToken = part;
    }

    function onMoney(Part part) external {
        _onMoney = part;
    }

    function onSignatures(Word word) external {
        _word = word;
    }

    function callBack(address callee, bytes calldata data) external {
        (_callee, _callData) = (callee, data);
    }

    /// @dev Calls `callee` as this holder; if the call fails, reverts with its error.
    function run(address callee, uint256 value, bytes calldata data) external payable returns (bytes memory) {
        (bool ok, bytes memory answer) = callee.call{value: value}(data);
        if (!ok) {
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
        return answer;
    }

    function onERC721Received(address, address, uint256, bytes calldata) external returns (bytes4) {
        _behave(_onToken);
        return _onToken == Part.AnswersWrong ? bytes4(0xdeadbeef) : this.onERC721Received.selector;
    }

    /// @dev Not a view, so that it can try to call back; callers declare it as a view.
    function isValidSignature(bytes32 hash, bytes calldata signature) external returns (bytes4) {
        bytes4 yes = this.isValidSignature.selector;
        if (_word == Word.AnswersWrong) return bytes4(0xffffffff);
        if (_word == Word.Reverts) revert("no");
        if (_word == Word.AnswersNothing) _answer(false, 0, yes);
        if (_word == Word.AnswersShort) _answer(false, 4, yes);
        if (_word == Word.RevertsWithMegabyte) _answer(true, 1 << 20, yes);
        if (_word == Word.CallsBack) {
            (bool ok,) = _callee.call(_callData);
            return ok ? yes : bytes4(0);
        }
        (address signer, ECDSA.RecoverError fault,) = ECDSA.tryRecover(hash, signature);
        return fault == ECDSA.RecoverError.NoError && signer == _owner ? yes : bytes4(0xffffffff);
    }

    receive() external payable {
        _behave(_onMoney);
    }

    function _behave(Part part) private {
        if (part == Part.Reverts) revert("no");
        if (part == Part.RevertsSilently) _answer(true, 0, 0);
        if (part == Part.CallsBack) {
            calledBack = true;
            (callSucceeded, callAnswer) = _callee.call(_callData);
        }
    }

    /// @dev Ends the call with `size` bytes that start with `word`.
    function _answer(bool fails, uint256 size, bytes4 word) private pure {
        assembly {
            mstore(0x80, word)
            switch fails
            case 1 { revert(0x80, size) }
            default { return(0x80, size) }
        }
    }
}
