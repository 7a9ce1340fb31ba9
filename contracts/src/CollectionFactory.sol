// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Collection} from "./Collection.sol";
import {CollectionAddress} from "./CollectionAddress.sol";
import {Platform} from "./Platform.sol";

/// @title CollectionFactory
/// @notice Creates collections: small proxies (EIP-1167) of one implementation that nobody can change. A collection's address is computed
/// from its creator and a salt the creator chooses, so it is known in advance and no other creator can take it.
contract CollectionFactory {
    Platform public immutable PLATFORM;
    /// @notice The implementation of all collections.
    address public immutable IMPLEMENTATION;

    /// @notice A collection was created with these terms; `feeBps` is the platform fee on its voucher sales.
    event CollectionCreated(
        address indexed collection, address indexed creator, bytes32 salt, Collection.Terms terms, uint256 feeBps
    );

    error NotCreator(address account);
    error AlreadyCreated(address collection);

    constructor(Platform platform) {
        PLATFORM = platform;
        IMPLEMENTATION = address(new Collection(platform));
    }

    /// @notice Creates a collection; the caller must be a creator enabled on the platform.
    /// @param salt Any value that the creator has not used in this factory.
    function createCollection(Collection.Terms calldata terms, bytes32 salt) external returns (Collection collection) {
        if (!PLATFORM.isCreator(msg.sender)) revert NotCreator(msg.sender);
        // a second CREATE2 for the same address would consume all gas
        address expected = collectionAddress(msg.sender, salt);
        if (expected.code.length != 0) revert AlreadyCreated(expected);
        collection = Collection(CollectionAddress.make(IMPLEMENTATION, _salt(msg.sender, salt)));
        collection.initialize(msg.sender, terms);
        emit CollectionCreated(address(collection), msg.sender, salt, terms, collection.feeBps());
    }

    /// @notice The address of `creator`'s collection with this salt, created or not.
    function collectionAddress(address creator, bytes32 salt) public view returns (address) {
        return CollectionAddress.predict(address(this), IMPLEMENTATION, _salt(creator, salt));
    }

    /// @notice Whether this factory created the contract at `account`.
    function isCollection(address account) external view returns (bool) {
        return CollectionAddress.isMade(account, address(this), IMPLEMENTATION);
    }

    function _salt(address creator, bytes32 salt) private pure returns (bytes32) {
        return keccak256(abi.encode(creator, salt));
    }
}
