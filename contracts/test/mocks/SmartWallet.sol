// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @dev A simple ERC-1271 wallet: its owner's signature of the very hash is the wallet's, whatever wallet it was meant for. What comes
/// before the last 65 bytes of a signature is passed over, as wallets that name a signer or a mode in front have it.
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

    /// @dev From now on it tries this call each time it is asked for a signature, and is one to trust only if the call works.
    function callBack(address callee, bytes calldata data) external {
        (_callee, _callData) = (callee, data);
    }

    /// @dev Calls `callee` as this wallet, passing a failure on.
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
