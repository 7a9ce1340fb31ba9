// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OrderBook} from "../../src/OrderBook.sol";
import {Base} from "../Base.t.sol";

contract CompleteOrderTest is Base {
    function test_paysSellerAndTreasuryInEveryToken() public {
        address[3] memory tokens = [NATIVE, address(usdc), address(usdt)];
        for (uint256 i = 0; i < tokens.length; ++i) {
            uint256 id = _orderIn(OrderBook.Status.Delivered, tokens[i], PRICE);
            uint256 before = _balance(tokens[i], buyer);
            vm.warp(block.timestamp + 3 days);
            vm.expectEmit(address(book));
            emit OrderBook.CompleteOrder(id, 0, PRICE - FEE, FEE, true);
            vm.prank(buyer);
            book.completeOrder(id);
            _assertStatus(id, OrderBook.Status.Completed);
            assertEq(book.getOrder(id).deliveryTimestamp, block.timestamp);
            assertEq(_balance(tokens[i], seller), PRICE - FEE);
            assertEq(_balance(tokens[i], treasury), FEE);
            assertEq(_balance(tokens[i], buyer), before);
            assertEq(_balance(tokens[i], address(book)), 0);
        }
    }

    function test_rejectsACompletedOrder() public {
        uint256 id = _orderIn(OrderBook.Status.Delivered);
        // a second payment could only come from the deposit of this other order
        _propose(address(usdc), PRICE * 5);
        vm.startPrank(buyer);
        book.completeOrder(id);
        _expectWrongStatus(id, OrderBook.Status.Completed);
        book.completeOrder(id);
    }

    function test_doesNotSendAZeroFee() public {
        uint256 id = _orderIn(OrderBook.Status.Delivered, address(usdc), 9);
        vm.expectEmit(address(book));
        emit OrderBook.CompleteOrder(id, 0, 9, 0, true);
        vm.prank(buyer);
        book.completeOrder(id);
        assertEq(usdc.balanceOf(seller), 9);
        assertEq(usdc.balanceOf(treasury), 0);
    }

    function test_rejectsAnUnknownOrder() public {
        vm.expectRevert(abi.encodeWithSelector(OrderBook.UnknownOrder.selector, 0));
        vm.prank(buyer);
        book.completeOrder(0);
    }

    function testFuzz_splitAddsUpToThePrice(uint80 price, uint16 feeBps, bool custom, uint8 which) public {
        address token = [NATIVE, address(usdc), address(usdt)][which % 3];
        price = uint80(bound(price, 1, token == NATIVE ? type(uint80).max : 1e24));
        feeBps = uint16(bound(feeBps, 0, 1500));
        vm.prank(owner);
        if (custom) book.setCustomFee(seller, feeBps);
        else book.setDefaultFee(feeBps);
        uint256 id = _orderIn(OrderBook.Status.Delivered, token, price);
        vm.prank(buyer);
        book.completeOrder(id);
        uint256 fee = uint256(price) * feeBps / 10_000;
        assertEq(_balance(token, treasury), fee);
        assertEq(_balance(token, seller), price - fee);
        assertEq(_balance(token, address(book)), 0);
    }
}
