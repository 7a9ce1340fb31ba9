// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @dev A simple ERC-1271 wallet: a signature of a hash by its owner is valid, even if it was made for another wallet. Bytes before the
/// last 65 of a signature are ignored, as in wallets that prefix a signer or a mode.
contract SmartWallet is IERC1271 {
    address public owner;
    address private _callee;
    bytes private _callData;

    constructor(address owner_) {
        owner = owner_;
    }

    function revoke() external {
        owner = address(0);
    }

    /// @dev From now on the wallet tries this call each time it is asked for a signature, and accepts only if the call succeeds.
    function callBack(address callee, bytes calldata data) external {
        (_callee, _callData) = (callee, data);
    }

    /// @dev Calls `callee` as this wallet; if the call fails, reverts with its error.
    function run(address callee, bytes calldata data) external returns (bytes memory) {
        (bool ok, bytes memory answer) = callee.call(data);
        if (!ok) {
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
        return answer;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (_callee != address(0)) {
            (bool ok,) = _callee.staticcall(_callData);
            if (!ok) return bytes4(0);
        }
        if (signature.length < 65) return bytes4(0);
        (address signer,,) = ECDSA.tryRecoverCalldata(hash, signature[signature.length - 65:]);
        return signer == owner && signer != address(0) ? IERC1271.isValidSignature.selector : bytes4(0);
    }
}
