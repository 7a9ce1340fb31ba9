// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

/// @title TestWallet
/// @notice A minimal smart wallet: one owner signs for it (ERC-1271) and sends calls through it, several in one transaction. Never
/// deployed on a chain with real money.
contract TestWallet is IERC1271 {
    /// @notice A call that the wallet makes, and its value in the native coin.
    struct Call {
        address target;
        uint256 value;
        bytes data;
    }

    address public immutable owner;

    error NotOwner(address sender);

    constructor(address owner_) {
        owner = owner_;
    }

    receive() external payable {}

    /// @notice Makes all calls in order, or none. Reverts with the error of the failing call, and with `NotOwner` for other callers.
    function execute(Call[] calldata calls) external {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool done, bytes memory answer) = calls[i].target.call{value: calls[i].value}(calls[i].data);
            Address.verifyCallResult(done, answer);
        }
    }

    /// @notice ERC-1271: the function's selector if the owner signed `hash`, otherwise 0xffffffff.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (address signer,,) = ECDSA.tryRecover(hash, signature);
        return signer == owner ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }
}
