// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OrderBook} from "../../src/OrderBook.sol";
import {Base} from "../Base.t.sol";

contract AcceptOrderTest is Base {
    function test_entersTheAcceptedStatus() public {
        uint256 id = _orderIn(OrderBook.Status.Proposed);
        vm.warp(START + 7 hours);
        vm.expectEmit(address(book));
        emit OrderBook.AcceptOrder(id);
        vm.prank(seller);
        book.acceptOrder(id);
        _assertStatus(id, OrderBook.Status.Accepted);
        OrderBook.Order memory order = book.getOrder(id);
        assertEq(order.deliveryTimestamp, START + 7 hours);
        // nothing else of the order changed, and no money moved
        assertEq(order.buyer, buyer);
        assertEq(order.seller, seller);
        assertEq(order.productId, PRODUCT);
        assertEq(order.price, PRICE);
        assertEq(order.delivery, DAYS);
        assertEq(order.feeBps, FEE_BPS);
        assertEq(order.token, address(usdc));
        assertEq(usdc.balanceOf(address(book)), PRICE);
    }

    function test_rejectsAnUnknownOrder() public {
        vm.expectRevert(abi.encodeWithSelector(OrderBook.UnknownOrder.selector, 7));
        vm.prank(seller);
        book.acceptOrder(7);
    }

    function test_rejectsTheBuyer() public {
        uint256 id = _propose(address(usdc), PRICE);
        vm.expectRevert(abi.encodeWithSelector(OrderBook.NotSeller.selector, id, buyer));
        vm.prank(buyer);
        book.acceptOrder(id);
    }

    /// @dev From 2106 the stored time stays at its 32-bit maximum, and orders continue.
    function test_limitsTheDeliveryTimestampTo32Bits() public {
        uint256 id = _propose(address(usdc), PRICE);
        vm.warp(uint256(type(uint32).max) + 5 days);
        vm.prank(seller);
        book.acceptOrder(id);
        assertEq(book.getOrder(id).deliveryTimestamp, type(uint32).max);
        vm.prank(seller);
        book.deliverOrder(id);
        vm.prank(buyer);
        book.completeOrder(id);
        _assertStatus(id, OrderBook.Status.Completed);
    }
}
