// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev A proxy like the one of Circle's USDC: every call reads the admin (who may not use the token) and the implementation from storage,
/// and continues by delegatecall.
contract FiatTokenProxy {
    bytes32 private constant _ADMIN = keccak256("org.zeppelinos.proxy.admin");
    bytes32 private constant _IMPLEMENTATION = keccak256("org.zeppelinos.proxy.implementation");

    constructor(address implementation, address admin) {
        (bytes32 place, bytes32 adminPlace) = (_IMPLEMENTATION, _ADMIN);
        assembly {
            sstore(place, implementation)
            sstore(adminPlace, admin)
        }
    }

    fallback() external payable {
        (bytes32 place, bytes32 adminPlace) = (_IMPLEMENTATION, _ADMIN);
        assembly {
            if eq(caller(), sload(adminPlace)) { revert(0, 0) }
            let implementation := sload(place)
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), implementation, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch ok
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}
