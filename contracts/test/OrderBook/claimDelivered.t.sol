// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OrderBook} from "../../src/OrderBook.sol";
import {Base} from "../Base.t.sol";

contract ClaimDeliveredTest is Base {
    function test_anybodyCanClaimAfterTheLastSecond() public {
        uint256 id = _orderIn(OrderBook.Status.Accepted);
        vm.warp(START + 3 days);
        vm.prank(seller);
        book.deliverOrder(id);
        uint256 last = START + 3 days + 14 days;
        vm.startPrank(stranger);
        vm.warp(last - 1);
        vm.expectRevert(abi.encodeWithSelector(OrderBook.TooEarly.selector, id, last + 1));
        book.claimDelivered(id);
        vm.warp(last);
        vm.expectRevert(abi.encodeWithSelector(OrderBook.TooEarly.selector, id, last + 1));
        book.claimDelivered(id);
        vm.warp(last + 1);
        vm.expectEmit(address(book));
        emit OrderBook.ClaimDelivered(id, stranger);
        vm.expectEmit(address(book));
        emit OrderBook.CompleteOrder(id, 0, PRICE - FEE, FEE, true);
        book.claimDelivered(id);
        _assertStatus(id, OrderBook.Status.Completed);
        assertEq(usdc.balanceOf(seller), PRICE - FEE);
        assertEq(usdc.balanceOf(treasury), FEE);
        assertEq(usdc.balanceOf(stranger), 0);
        _expectWrongStatus(id, OrderBook.Status.Completed);
        book.claimDelivered(id);
    }

    function test_theBuyerCanStillComplete() public {
        uint256 id = _orderIn(OrderBook.Status.Delivered);
        vm.warp(START + 100 days);
        vm.prank(buyer);
        book.completeOrder(id);
        _assertStatus(id, OrderBook.Status.Completed);
    }

    function test_rejectsAnUnknownOrder() public {
        vm.expectRevert(abi.encodeWithSelector(OrderBook.UnknownOrder.selector, 3));
        book.claimDelivered(3);
    }
}
