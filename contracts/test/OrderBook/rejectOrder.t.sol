// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OrderBook} from "../../src/OrderBook.sol";
import {Base} from "../Base.t.sol";

contract RejectOrderTest is Base {
    function test_refundsProposedAndAcceptedOrders() public {
        address[3] memory tokens = [NATIVE, address(usdc), address(usdt)];
        OrderBook.Status[2] memory from = [OrderBook.Status.Proposed, OrderBook.Status.Accepted];
        for (uint256 i = 0; i < 6; ++i) {
            address token = tokens[i % 3];
            uint256 before = _balance(token, buyer);
            uint256 id = _orderIn(from[i / 3], token, PRICE);
            vm.expectEmit(address(book));
            emit OrderBook.RejectOrder(id, PRICE, true);
            vm.prank(seller);
            book.rejectOrder(id);
            _assertStatus(id, OrderBook.Status.Rejected);
            assertEq(_balance(token, buyer), before);
            assertEq(_balance(token, address(book)), 0);
        }
    }

    function test_rejectsADeliveredOrder() public {
        uint256 id = _orderIn(OrderBook.Status.Delivered);
        _expectWrongStatus(id, OrderBook.Status.Delivered);
        vm.prank(seller);
        book.rejectOrder(id);
    }
}
