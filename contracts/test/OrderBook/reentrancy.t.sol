// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {OrderBook} from "../../src/OrderBook.sol";
import {Settings} from "../../src/Settings.sol";
import {Settlement} from "../../src/Settlement.sol";
import {HostileParty} from "../mocks/HostileParty.sol";
import {HostileToken} from "../mocks/HostileToken.sol";
import {Base} from "../Base.t.sol";

/// @dev From inside a payment, by a token's callback or a receiver, no verb can be entered, not even by a party to the order or an admin.
contract ReentrancyTest is Base {
    bytes private constant REFUSED = abi.encodeWithSelector(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);

    HostileToken private token;
    HostileParty private party;

    function setUp() public override {
        super.setUp();
        party = new HostileParty();
        vm.deal(address(party), 1e24);
        token = new HostileToken();
        _enable(address(token));
        token.mint(buyer, 1e24);
        vm.prank(buyer);
        token.approve(address(book), type(uint256).max);
        // the attackers are admins too
        vm.startPrank(admin);
        book.addAdmin(address(party));
        book.addAdmin(address(token));
        vm.stopPrank();
        party.run(address(book), 0, abi.encodeWithSignature("acceptAdmin()"));
        vm.prank(address(token));
        book.acceptAdmin();
    }

    function _verbs(uint256 id) private view returns (bytes[] memory calls) {
        calls = new bytes[](11);
        calls[0] = abi.encodeWithSignature(
            "newOrder(address,uint256,uint256,uint256,address)", seller, PRODUCT, DAYS, PRICE, address(token)
        );
        calls[1] = abi.encodeWithSignature(
            "newOrder(address,uint256,uint256,uint256,address,bytes32,uint64)",
            seller,
            PRODUCT,
            DAYS,
            PRICE,
            address(token),
            bytes32(0),
            type(uint64).max
        );
        calls[2] = abi.encodeCall(OrderBook.acceptOrder, (id));
        calls[3] = abi.encodeCall(OrderBook.rejectOrder, (id));
        calls[4] = abi.encodeCall(OrderBook.cancelOrder, (id));
        calls[5] = abi.encodeCall(OrderBook.deliverOrder, (id));
        calls[6] = abi.encodeCall(OrderBook.completeOrder, (id));
        calls[7] = abi.encodeCall(OrderBook.claimDelivered, (id));
        calls[8] = abi.encodeCall(Settlement.withdraw, (address(token), address(party)));
        calls[9] = abi.encodeCall(Settings.withdrawEth, (address(party), 0));
        calls[10] = abi.encodeCall(Settings.withdrawToken, (address(token), address(party), 0));
    }

    function test_aTokenCannotComeBackWhileItIsTakenIn() public {
        uint256 id = _propose(address(token), PRICE);
        bytes[] memory calls = _verbs(id);
        for (uint256 i = 0; i < calls.length; ++i) {
            token.callBack(address(book), address(book), calls[i]);
            uint256 next = _propose(address(token), PRICE);
            assertEq(next, id + i + 1);
            assertTrue(token.calledBack());
            assertFalse(token.callSucceeded());
            assertEq(token.callAnswer(), REFUSED);
        }
    }

    function test_aTokenCannotComeBackWhileItIsPaidOut() public {
        bytes[] memory calls = _verbs(_propose(address(token), PRICE));
        for (uint256 i = 0; i < calls.length; ++i) {
            token.act(HostileToken.Part.Honest, seller);
            uint256 id = _orderIn(OrderBook.Status.Delivered, address(token), PRICE);
            token.callBack(seller, address(book), calls[i]);
            vm.prank(buyer);
            book.completeOrder(id);
            assertTrue(token.calledBack());
            assertFalse(token.callSucceeded());
            assertEq(token.callAnswer(), REFUSED);
        }
    }

    function test_aReceiverCannotComeBack() public {
        vm.prank(buyer);
        uint256 mine = book.newOrder{value: PRICE}(address(party), PRODUCT, DAYS, PRICE, NATIVE);
        bytes[] memory calls = _verbs(mine);
        for (uint256 i = 0; i < calls.length; ++i) {
            vm.prank(buyer);
            uint256 id = book.newOrder{value: PRICE}(address(party), PRODUCT, DAYS, PRICE, NATIVE);
            _bring(id, OrderBook.Status.Delivered);
            party.callBack(address(book), calls[i]);
            vm.prank(buyer);
            book.completeOrder(id);
            assertTrue(party.calledBack());
            assertFalse(party.callSucceeded());
            assertEq(party.callAnswer(), REFUSED);
        }
        _assertStatus(mine, OrderBook.Status.Proposed);
    }

    /// @dev What a callback reads is already true: the order is final, and the debt is paid.
    function test_aReceiverReadsTheFinalState() public {
        vm.prank(buyer);
        uint256 id = book.newOrder{value: PRICE}(address(party), PRODUCT, DAYS, PRICE, NATIVE);
        _bring(id, OrderBook.Status.Delivered);
        party.callBack(address(book), abi.encodeCall(OrderBook.cancellableAfter, (id)));
        vm.prank(buyer);
        book.completeOrder(id);
        assertEq(party.callAnswer(), abi.encodeWithSelector(OrderBook.WrongStatus.selector, id, OrderBook.Status.Completed));

        vm.prank(buyer);
        id = book.newOrder{value: PRICE}(address(party), PRODUCT, DAYS, PRICE, NATIVE);
        _bring(id, OrderBook.Status.Delivered);
        party.act(HostileParty.Part.Reverts);
        vm.prank(buyer);
        book.completeOrder(id);
        party.callBack(address(book), abi.encodeWithSignature("owed(address,address)", NATIVE, address(party)));
        party.run(address(book), 0, abi.encodeCall(Settlement.withdraw, (NATIVE, address(party))));
        assertTrue(party.callSucceeded());
        assertEq(abi.decode(party.callAnswer(), (uint256)), 0);
    }
}
