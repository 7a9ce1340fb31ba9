// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";

/// @title CollectionAddress
/// @notice Creates collections and recognises them without a list. A collection is a proxy (EIP-1167) with its salt stored after its code.
/// Its address is the hash of the factory, that salt and that code (CREATE2), so a contract whose address matches its own salt was created
/// by the factory. The code alone proves nothing: anybody can deploy the same proxy with storage of their choice, for example an approval
/// to take sold tokens back.
library CollectionAddress {
    /// @dev Bytes of a proxy's code before the salt.
    uint256 private constant PROXY_SIZE = 45;

    function make(address implementation, bytes32 salt) internal returns (address) {
        return Clones.cloneDeterministicWithImmutableArgs(implementation, abi.encode(salt), salt);
    }

    /// @dev The address at which `factory` creates, or has created, the collection with this salt.
    function predict(address factory, address implementation, bytes32 salt) internal pure returns (address) {
        return Clones.predictDeterministicAddressWithImmutableArgs(implementation, abi.encode(salt), salt, factory);
    }

    /// @dev Whether `factory` created `account` as a proxy of `implementation`.
    function isMade(address account, address factory, address implementation) internal view returns (bool) {
        bytes32 salt;
        assembly ("memory-safe") {
            extcodecopy(account, 0, PROXY_SIZE, 32)
            salt := mload(0)
        }
        return account == predict(factory, implementation, salt);
    }
}
