// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

/// @title TestWallet
/// @notice The smallest smart wallet there can be: one owner signs for it (ERC-1271) and sends calls through it, several as one. Never
/// deployed where money is real.
contract TestWallet is IERC1271 {
    /// @notice What the wallet shall call, and with how much of the chain's coin.
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

    /// @notice Does all calls in their order, or none. Reverts as the call does that fails; `NotOwner` for anybody else.
    function execute(Call[] calldata calls) external {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool done, bytes memory answer) = calls[i].target.call{value: calls[i].value}(calls[i].data);
            Address.verifyCallResult(done, answer);
        }
    }

    /// @notice ERC-1271: its selector when the owner signed `hash`, 0xffffffff when not.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (address signer,,) = ECDSA.tryRecover(hash, signature);
        return signer == owner ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }
}
