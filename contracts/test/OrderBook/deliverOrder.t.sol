// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OrderBook} from "../../src/OrderBook.sol";
import {Base} from "../Base.t.sol";

contract DeliverOrderTest is Base {
    function test_entersTheDeliveredStatus() public {
        uint256 id = _orderIn(OrderBook.Status.Accepted);
        vm.warp(START + 7 hours);
        vm.expectEmit(address(book));
        emit OrderBook.DeliverOrder(id);
        vm.prank(seller);
        book.deliverOrder(id);
        _assertStatus(id, OrderBook.Status.Delivered);
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
        book.deliverOrder(7);
    }

    function test_allowsLateDeliveryUntilTheBuyerCancels() public {
        uint256 id = _orderIn(OrderBook.Status.Accepted);
        vm.warp(START + 400 days);
        vm.prank(seller);
        book.deliverOrder(id);
        _assertStatus(id, OrderBook.Status.Delivered);

        id = _orderIn(OrderBook.Status.Accepted);
        vm.warp(START + 800 days);
        vm.prank(buyer);
        book.cancelOrder(id);
        _expectWrongStatus(id, OrderBook.Status.Cancelled);
        vm.prank(seller);
        book.deliverOrder(id);
    }
}
