// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";

contract SizeTest is Test {
    /// @dev The limits of EIP-170 and EIP-3860. Measures the committed bytecode, not the source compiled for this run.
    function test_isWithinTheCodeSizeLimits() public view {
        string memory built = vm.readFile("contracts/abi/OrderBook.bytecode.json");
        assertLt(vm.parseJsonBytes(built, ".runtime").length, 24_576);
        assertLt(vm.parseJsonBytes(built, ".creation").length, 49_152);
    }
}
