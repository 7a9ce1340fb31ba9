// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OrderBook} from "../../src/OrderBook.sol";
import {Base} from "../Base.t.sol";

contract CancelOrderTest is Base {
    function test_refundsAProposedOrder() public {
        address[3] memory tokens = [NATIVE, address(usdc), address(usdt)];
        for (uint256 i = 0; i < tokens.length; ++i) {
            uint256 before = _balance(tokens[i], buyer);
            uint256 id = _propose(tokens[i], PRICE);
            vm.expectEmit(address(book));
            emit OrderBook.CancelOrder(id, PRICE, true);
            vm.prank(buyer);
            book.cancelOrder(id);
            _assertStatus(id, OrderBook.Status.Cancelled);
            assertEq(_balance(tokens[i], buyer), before);
            assertEq(_balance(tokens[i], address(book)), 0);
            assertEq(_balance(tokens[i], treasury), 0);
        }
    }

    function test_cancelsAnAcceptedOrderOnlyAfterItsLastSecond() public {
        uint256 id = _propose(address(usdc), PRICE);
        vm.warp(START + 1 days);
        vm.prank(seller);
        book.acceptOrder(id);
        uint256 last = START + 1 days + DAYS * 1 days + 2 days;
        assertEq(book.cancellableAfter(id), last);
        vm.startPrank(buyer);
        vm.warp(last - 1);
        vm.expectRevert(abi.encodeWithSelector(OrderBook.TooEarly.selector, id, last + 1));
        book.cancelOrder(id);
        vm.warp(last);
        vm.expectRevert(abi.encodeWithSelector(OrderBook.TooEarly.selector, id, last + 1));
        book.cancelOrder(id);
        vm.warp(last + 1);
        book.cancelOrder(id);
        _assertStatus(id, OrderBook.Status.Cancelled);
        assertEq(usdc.balanceOf(address(book)), 0);
    }

    function testFuzz_theDeadlineDependsOnTheDeliveryDays(uint16 delivery, uint32 acceptedAt) public {
        delivery = uint16(bound(delivery, 1, 365));
        vm.prank(buyer);
        uint256 id = book.newOrder(seller, PRODUCT, delivery, PRICE, address(usdc));
        vm.warp(bound(acceptedAt, START, type(uint32).max));
        vm.prank(seller);
        book.acceptOrder(id);
        uint256 last = block.timestamp + uint256(delivery) * 1 days + 2 days;
        vm.startPrank(buyer);
        vm.warp(last);
        vm.expectRevert(abi.encodeWithSelector(OrderBook.TooEarly.selector, id, last + 1));
        book.cancelOrder(id);
        vm.warp(last + 1);
        book.cancelOrder(id);
    }

    function test_rejectsADeliveredOrder() public {
        uint256 id = _orderIn(OrderBook.Status.Delivered);
        vm.warp(START + 1000 days);
        _expectWrongStatus(id, OrderBook.Status.Delivered);
        vm.prank(buyer);
        book.cancelOrder(id);
    }

    function test_cancellableAfterRejectsProposedAndUnknownOrders() public {
        uint256 id = _propose(address(usdc), PRICE);
        _expectWrongStatus(id, OrderBook.Status.Proposed);
        book.cancellableAfter(id);
        vm.expectRevert(abi.encodeWithSelector(OrderBook.UnknownOrder.selector, 9));
        book.cancellableAfter(9);
    }
}
