// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OrderBook} from "../../src/OrderBook.sol";
import {Base} from "../Base.t.sol";

contract ReadingTest is Base {
    function test_rejectsAnUnknownOrder() public {
        vm.expectRevert(abi.encodeWithSelector(OrderBook.UnknownOrder.selector, 1));
        book.getOrder(1);
        (OrderBook.Order[] memory orders, uint256 next) = book.fetchMyOrders(buyer, 0, 100);
        assertEq(orders.length, 0);
        assertEq(next, 0);
    }

    /// @dev Ten orders: the stranger sells the even ones and buys the seventh.
    function _createTenOrders() private {
        vm.deal(stranger, 1 ether);
        for (uint256 i = 1; i <= 10; ++i) {
            vm.prank(i == 7 ? stranger : buyer);
            book.newOrder{value: i}(i % 2 == 0 ? stranger : seller, PRODUCT, DAYS, i, NATIVE);
        }
    }

    function test_pagesRunFromTheNewestOrderToTheOldestWithoutGaps() public {
        _createTenOrders();
        (OrderBook.Order[] memory orders, uint256 next) = book.fetchMyOrders(stranger, 0, 4);
        assertEq(orders.length, 3);
        assertEq(orders[0].orderId, 10);
        assertEq(orders[1].orderId, 8);
        assertEq(orders[2].orderId, 7);
        assertEq(orders[2].buyer, stranger);
        assertEq(next, 6);
        (orders, next) = book.fetchMyOrders(stranger, next, 4);
        assertEq(orders.length, 2);
        assertEq(orders[1].orderId, 4);
        assertEq(next, 2);
        (orders, next) = book.fetchMyOrders(stranger, next, type(uint256).max);
        assertEq(orders.length, 1);
        assertEq(orders[0].orderId, 2);
        assertEq(next, 0);
        (orders,) = book.fetchMyOrders(stranger, 1000, 100);
        assertEq(orders.length, 6);
        (orders,) = book.fetchMyOrders(admin, 0, 100);
        assertEq(orders.length, 0);
    }

    function testFuzz_anyPageSizeReturnsAllOrders(uint256 scan) public {
        _createTenOrders();
        scan = bound(scan, 1, 12);
        uint256 next;
        uint256 seen;
        do {
            OrderBook.Order[] memory orders;
            (orders, next) = book.fetchMyOrders(stranger, next, scan);
            for (uint256 i = 0; i < orders.length; ++i) seen |= 1 << orders[i].orderId;
        } while (next != 0);
        assertEq(seen, 1 << 2 | 1 << 4 | 1 << 6 | 1 << 7 | 1 << 8 | 1 << 10);
    }
}
