// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

/// @dev ERC-3009 as in Circle's FiatToken 2.2: the signature as bytes, so that smart wallets can sign too.
interface IERC3009 {
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external;
}

/// @dev EIP-2612 in both forms: v, r, s, which every token with permits has, and bytes, which FiatToken 2.2 has in addition.
interface IPermit {
    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external;
    function permit(address owner, address spender, uint256 value, uint256 deadline, bytes calldata signature) external;
}

/// @title Settlement
/// @notice Takes deposits and pays them out so that a payment never blocks. A payment is pushed; if the receiver reverts, burns gas,
/// returns a megabyte or is on the token's blacklist, the amount is owed to it instead and can be taken with `withdraw`. So no party can
/// block the other by making its own payment fail.
/// @dev The native coin is the zero address. Callers change their own state before they pay (checks, effects, interactions), and every
/// function that reaches a payment is `nonReentrant`.
abstract contract Settlement is ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    address internal constant NATIVE = address(0);

    /// @dev Gas limit of a pushed payment: enough for a smart wallet or a proxied token, and a limit on what a hostile receiver can burn.
    uint256 private constant PUSH_GAS = 200_000;
    /// @dev Gas required before a push, so that the push receives all of PUSH_GAS. EIP-150 holds back a 64th. 40,000 is enough for the call
    /// itself, which costs up to 36,600 (cold account, value, new account), or for a cheaper call that fails and the recording of its debt.
    uint256 private constant PUSH_NEEDS = PUSH_GAS * 64 / 63 + 40_000;

    /// @notice The amount that could not be paid to `who` and that `who` may take with `withdraw`, in the token's smallest unit.
    mapping(address token => mapping(address who => uint256 amount)) public owed;
    /// @notice Fees that could not be pushed to the treasury. Stored apart from `owed`. Otherwise the owner, who
    /// chooses the treasury, could name an account as the treasury and withdraw what that account is owed.
    mapping(address token => uint256 amount) public owedFees;

    /// @notice `who` withdrew the amount owed to it, to the address `to`.
    event Withdrawn(address indexed token, address indexed who, address indexed to, uint256 amount);
    event FeesWithdrawn(address indexed token, address indexed to, uint256 amount, address by);

    error NothingOwed(address token, address who);
    error FeesBelow(address token, uint256 asked, uint256 held);
    error InvalidReceiver(address receiver);
    /// @notice Less gas is left than the payments may use; `needed` is the amount required before the first of them.
    error InsufficientGas(uint256 needed);
    error WrongValue(uint256 expected, uint256 sent);
    error WrongAmountReceived(address token, uint256 expected, uint256 received);

    /// @notice Pays everything that is owed to the caller. `to` may be any address, because the caller itself may be unable to receive, for
    /// example if the token's issuer blacklisted it. Reverts if the payment fails; the amount then stays owed.
    function withdraw(address token, address to) external nonReentrant returns (uint256 amount) {
        amount = owed[token][msg.sender];
        if (amount == 0) revert NothingOwed(token, msg.sender);
        delete owed[token][msg.sender];
        emit Withdrawn(token, msg.sender, to, amount);
        _send(token, to, amount);
    }

    /// @dev Pays out `amount` of the fees that could not be pushed to the treasury. Reverts if that is more than is held.
    function _withdrawFees(address token, address to, uint256 amount) internal {
        uint256 held = owedFees[token];
        if (amount > held) revert FeesBelow(token, amount, held);
        owedFees[token] = held - amount;
        emit FeesWithdrawn(token, to, amount, msg.sender);
        _send(token, to, amount);
    }

    /// @dev Takes exactly `amount`: of a token from the allowance of `from`, or of the native coin as the value of this call. A token that
    /// delivers another amount (for example, with a fee on transfer) is rejected: the difference would come out of other deposits.
    function _pull(address token, address from, uint256 amount) internal {
        if (token == NATIVE) {
            if (msg.value != amount) revert WrongValue(amount, msg.value);
            return;
        }
        if (msg.value != 0) revert WrongValue(0, msg.value);
        uint256 before = IERC20(token).balanceOf(address(this));
        IERC20(token).safeTransferFrom(from, address(this), amount);
        _checkReceived(token, before, amount);
    }

    /// @dev Takes exactly `amount` from `from`, who signed an ERC-3009 authorization to this contract for it. The token ensures that a
    /// nonce is used once; the caller must bind the nonce to the terms. The balance check detects a token without this function whose
    /// fallback accepts every call.
    function _pullAuthorized(
        address token,
        address from,
        uint256 amount,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) internal {
        uint256 before = IERC20(token).balanceOf(address(this));
        IERC3009(token).receiveWithAuthorization(from, address(this), amount, 0, validBefore, nonce, signature);
        _checkReceived(token, before, amount);
    }

    /// @dev Tries to get an allowance from the caller with an EIP-2612 signature. A failure is ignored: another account may have submitted
    /// the same permit first, so that the allowance exists. If there is no allowance, taking the payment fails.
    function _permit(address token, uint256 amount, uint256 deadline, bytes calldata signature) internal {
        if (signature.length == 65) {
            (bytes32 r, bytes32 s) = (bytes32(signature[:32]), bytes32(signature[32:64]));
            try IPermit(token).permit(msg.sender, address(this), amount, deadline, uint8(signature[64]), r, s) {} catch {}
        } else {
            try IPermit(token).permit(msg.sender, address(this), amount, deadline, signature) {} catch {}
        }
    }

    function _checkReceived(address token, uint256 before, uint256 amount) private view {
        uint256 received = IERC20(token).balanceOf(address(this)) - before;
        if (received != amount) revert WrongAmountReceived(token, amount, received);
    }

    /// @dev Pays `who`, or records the debt. Returns whether it was paid; if not, the caller emits an event that says what the debt is
    /// for.
    function _payOrOwe(address token, address who, uint256 amount) internal returns (bool paid) {
        if (amount == 0) return true;
        paid = _push(token, who, amount);
        if (!paid) owed[token][who] += amount;
    }

    /// @dev Pays a fee to the treasury, or records it as owed to the treasury. Returns whether it was paid; if not, the caller emits an
    /// event that says what the fee is for.
    function _payFeeOrOwe(address token, address treasury, uint256 amount) internal returns (bool paid) {
        if (amount == 0) return true;
        paid = _push(token, treasury, amount);
        if (!paid) owedFees[token] += amount;
    }

    /// @dev Reverts unless there is enough gas for this many pushes, even if the receivers burn all of it and the payments become debts.
    /// Called before the first of several pushes: gas burned by an earlier receiver must not be missing for a later push.
    function _checkGas(uint256 pushes) internal view {
        unchecked {
            // `pushes` is two or three.
            uint256 needed = pushes * PUSH_NEEDS;
            if (gasleft() < needed) revert InsufficientGas(needed);
        }
    }

    /// @dev Tries a payment once with limited gas; at most one word of the answer is copied. A token has paid if it returns true, or
    /// nothing (USDT) and there is code at its address. The gas is always checked before the attempt. Otherwise the caller could limit the
    /// gas to turn a payment into a debt. Also, a receiver that accepts during gas estimation but refuses in the transaction would make the
    /// estimate too low.
    function _push(address token, address to, uint256 amount) private returns (bool paid) {
        if (gasleft() < PUSH_NEEDS) revert InsufficientGas(PUSH_NEEDS);
        if (token == NATIVE) {
            assembly ("memory-safe") {
                paid := call(PUSH_GAS, to, amount, 0, 0, 0, 0)
            }
        } else {
            bytes32 selector = IERC20.transfer.selector;
            assembly ("memory-safe") {
                let data := mload(0x40)
                mstore(data, selector)
                mstore(add(data, 4), to)
                mstore(add(data, 36), amount)
                paid := call(PUSH_GAS, token, 0, data, 68, 0, 32)
                switch returndatasize()
                case 0 { paid := and(paid, gt(extcodesize(token), 0)) }
                default { paid := and(paid, and(gt(returndatasize(), 31), eq(mload(0), 1))) }
            }
        }
    }

    /// @dev A payment requested by its own receiver: all gas is forwarded, and a failure reverts.
    function _send(address token, address to, uint256 amount) private {
        if (to == address(0) || to == address(this)) revert InvalidReceiver(to);
        if (token == NATIVE) Address.sendValue(payable(to), amount);
        else IERC20(token).safeTransfer(to, amount);
    }
}

/// @title NumberedSettlement
/// @notice Settlement where one id identifies what a payment is for: an order of the OrderBook, a token of a Collection.
abstract contract NumberedSettlement is Settlement {
    /// @notice A payment for order or token `id` could not be pushed and is owed to `who`.
    event Owed(uint256 indexed id, address indexed token, address indexed who, uint256 amount);
    /// @notice The fee of order or token `id` could not be pushed to the treasury.
    event FeeOwed(uint256 indexed id, address indexed token, uint256 amount);

    /// @dev Pays `who`, or records the debt. Returns whether it was paid.
    function _pay(uint256 id, address token, address who, uint256 amount) internal returns (bool paid) {
        paid = _payOrOwe(token, who, amount);
        if (!paid) emit Owed(id, token, who, amount);
    }

    /// @dev Pays a fee to the treasury, or records it as owed to the treasury. Returns whether it was paid.
    function _payFee(uint256 id, address token, address treasury, uint256 amount) internal returns (bool paid) {
        paid = _payFeeOrOwe(token, treasury, amount);
        if (!paid) emit FeeOwed(id, token, amount);
    }
}
