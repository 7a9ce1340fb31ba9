// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OrderBook} from "../../src/OrderBook.sol";
import {Settings} from "../../src/Settings.sol";
import {TestUSDC} from "../../src/test/TestUSDC.sol";
import {Base} from "../Base.t.sol";

contract PayableTokensTest is Base {
    function test_aTokenKeepsItsIndex() public {
        uint256 id = _propose(address(usdc), PRICE);
        vm.startPrank(owner);
        vm.expectEmit(address(book));
        emit Settings.PayableTokenChanged(address(usdc), false, 1);
        book.setPayableToken(address(usdc), false);
        assertFalse(book.isPayableToken(address(usdc)));
        book.setPayableToken(address(new TestUSDC()), true);
        vm.expectEmit(address(book));
        emit Settings.PayableTokenChanged(address(usdc), true, 1);
        book.setPayableToken(address(usdc), true);
        assertTrue(book.isPayableToken(address(usdc)));
        assertEq(book.getOrder(id).token, address(usdc));
    }

    function test_rejectsATokenWithoutCode() public {
        vm.expectRevert(abi.encodeWithSelector(Settings.TokenWithoutCode.selector, stranger));
        vm.prank(owner);
        book.setPayableToken(stranger, true);
    }

    function test_allows255Tokens() public {
        vm.startPrank(owner);
        for (uint160 i = 3; i <= 255; ++i) {
            vm.etch(address(0x10000 + i), hex"00");
            book.setPayableToken(address(0x10000 + i), true);
        }
        address last = address(0x20000);
        vm.etch(last, hex"00");
        vm.expectRevert(abi.encodeWithSelector(Settings.TooManyTokens.selector, 255));
        book.setPayableToken(last, true);
    }
}
