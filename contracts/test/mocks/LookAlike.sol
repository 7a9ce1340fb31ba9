// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {Vm} from "forge-std/Vm.sol";

/// @dev Deploys contracts that look like collections but are not from the factory.
contract LookAlike {
    Vm private constant _VM = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    /// @dev A copy of the code of `original`.
    function copy(address original) public returns (address fake) {
        return _deploy(abi.encodePacked(_returning(original, 0), original.code));
    }

    /// @dev A copy of the code of `original`, with `value` written to `slot` by the constructor.
    function copyWith(address original, bytes32 slot, bytes32 value) external returns (address fake) {
        // push32 value, push32 slot, sstore
        bytes memory write = abi.encodePacked(hex"7f", value, hex"7f", slot, hex"55");
        return _deploy(abi.encodePacked(write, _returning(original, write.length), original.code));
    }

    /// @dev Does what the factory does, from another address.
    function make(address implementation, bytes32 salt) external returns (address) {
        return Clones.cloneDeterministicWithImmutableArgs(implementation, abi.encode(salt), salt);
    }

    /// @dev The first slot of `original`, from 0 to 19, whose lowest 20 bytes are `account`.
    function slotOf(address original, address account) external view returns (bytes32 slot) {
        for (uint256 i = 0; i < 20; ++i) {
            slot = bytes32(i);
            if (address(uint160(uint256(_VM.load(original, slot)))) == account) return slot;
        }
        revert("not found");
    }

    /// @dev Creation code that returns the code appended to it. `before` is the number of bytes that precede this creation code.
    function _returning(address original, uint256 before) private view returns (bytes memory) {
        uint16 size = uint16(original.code.length);
        // push2 size, dup1, push2 where, push0, codecopy, push0, return
        return abi.encodePacked(hex"61", size, hex"8061", uint16(before + 11), hex"5f395ff3");
    }

    function _deploy(bytes memory code) private returns (address made) {
        assembly ("memory-safe") {
            made := create(0, add(code, 32), mload(code))
        }
        require(made != address(0));
    }
}
