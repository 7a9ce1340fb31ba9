// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";

/// @title CollectionAddress
/// @notice Makes collections and recognises them without a list. A collection is a proxy (EIP-1167) that carries the salt it was made
/// with behind its code. Its address is the hash of the factory, that salt and that code (CREATE2), so whatever is at an address that
/// agrees with its own salt was made by the factory. Code alone would prove nothing: anybody can deploy the same proxy with storage of
/// its own choice, an approval to take sold tokens back for instance.
library CollectionAddress {
    /// @dev Bytes of a proxy before the salt.
    uint256 private constant PROXY_SIZE = 45;

    function make(address implementation, bytes32 salt) internal returns (address) {
        return Clones.cloneDeterministicWithImmutableArgs(implementation, abi.encode(salt), salt);
    }

    /// @dev Where `factory` makes, or has made, the collection with this salt.
    function predict(address factory, address implementation, bytes32 salt) internal pure returns (address) {
        return Clones.predictDeterministicAddressWithImmutableArgs(implementation, abi.encode(salt), salt, factory);
    }

    /// @dev Whether `factory` made `account` as a proxy of `implementation`.
    function isMade(address account, address factory, address implementation) internal view returns (bool) {
        bytes32 salt;
        assembly ("memory-safe") {
            extcodecopy(account, 0, PROXY_SIZE, 32)
            salt := mload(0)
        }
        return account == predict(factory, implementation, salt);
    }
}
