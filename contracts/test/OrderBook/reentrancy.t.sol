// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Admins} from "../../src/Admins.sol";
import {OrderBook} from "../../src/OrderBook.sol";
import {Settings} from "../../src/Settings.sol";
import {Settlement} from "../../src/Settlement.sol";
import {HostileParty} from "../mocks/HostileParty.sol";
import {HostileToken} from "../mocks/HostileToken.sol";
import {Base} from "../Base.t.sol";

/// @dev During a payment, neither a token nor a receiver can enter a function that moves money or changes an order, even if it is the
/// owner, an admin or a party to the order.
contract ReentrancyTest is Base {
    bytes private constant REFUSED = abi.encodeWithSelector(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);

    /// @dev All the ways the order book calls a token: three take in money, ten pay it out.
    uint256 private constant WAYS = 13;

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
        // the party is an admin, and the token is the owner
        vm.startPrank(owner);
        book.addAdmin(address(party));
        book.transferOwnership(address(token));
        vm.stopPrank();
        vm.prank(address(token));
        book.acceptOwnership();
    }

    /// @dev All functions that take, move or pay money, or change an order.
    function _verbs(uint256 id) private returns (bytes[] memory calls) {
        OrderBook.Terms memory terms = _terms(address(token), PRICE);
        calls = new bytes[](19);
        calls[0] = abi.encodeWithSignature(
            "newOrder(address,uint256,uint256,uint256,address)", seller, PRODUCT, DAYS, PRICE, address(token)
        );
        calls[1] = abi.encodeWithSignature(
            "newOrder(address,uint256,uint256,uint256,address,bytes32,uint64,uint32)",
            seller,
            PRODUCT,
            DAYS,
            PRICE,
            address(token),
            bytes32(0),
            type(uint64).max,
            type(uint32).max
        );
        calls[2] = abi.encodeCall(OrderBook.newOrderWithAuthorization, (buyer, terms, ""));
        calls[3] = abi.encodeCall(OrderBook.newOrderWithPermit, (terms, START, ""));
        calls[4] = abi.encodeCall(OrderBook.acceptOrder, (id));
        calls[5] = abi.encodeCall(OrderBook.rejectOrder, (id));
        calls[6] = abi.encodeCall(OrderBook.cancelOrder, (id));
        calls[7] = abi.encodeCall(OrderBook.deliverOrder, (id));
        calls[8] = abi.encodeCall(OrderBook.completeOrder, (id));
        calls[9] = abi.encodeCall(OrderBook.claimDelivered, (id));
        calls[10] = abi.encodeCall(OrderBook.disputeOrder, (id, ASKED));
        calls[11] = abi.encodeCall(OrderBook.updateDispute, (id, 0));
        calls[12] = abi.encodeCall(OrderBook.counterDispute, (id, 0));
        calls[13] = abi.encodeCall(OrderBook.acceptDispute, (id, ASKED));
        calls[14] = abi.encodeCall(OrderBook.resolveDispute, (id, 0));
        calls[15] = abi.encodeCall(OrderBook.settleStaleDispute, (id));
        calls[16] = abi.encodeCall(Settlement.withdraw, (address(token), address(party)));
        calls[17] = abi.encodeCall(Settings.withdrawEth, (address(party), 0));
        calls[18] = abi.encodeCall(Settings.withdrawToken, (address(token), address(party), 0));
    }

    /// @dev Prepares everything up to one last call; returns its caller, its data, and the `target` for the token's `callBack`.
    function _prepare(uint256 way) private returns (address who, bytes memory call, address target) {
        OrderBook.Terms memory terms = _terms(address(token), PRICE);
        token.act(HostileToken.Part.Honest, address(0));
        if (way == 0) return (buyer, _verbs(0)[0], address(book));
        if (way == 1) return (stranger, abi.encodeCall(OrderBook.newOrderWithAuthorization, (buyer, terms, "")), address(book));
        if (way == 2) return (buyer, abi.encodeCall(OrderBook.newOrderWithPermit, (terms, START, new bytes(65))), buyer);
        if (way == 3) return (buyer, abi.encodeCall(OrderBook.cancelOrder, (_propose(address(token), PRICE))), buyer);
        if (way == 4) return (seller, abi.encodeCall(OrderBook.rejectOrder, (_propose(address(token), PRICE))), buyer);
        if (way < 7 || way > 10) {
            uint256 delivered = _orderIn(OrderBook.Status.Delivered, address(token), PRICE);
            if (way == 5) return (buyer, abi.encodeCall(OrderBook.completeOrder, (delivered)), treasury);
            if (way == 6) {
                vm.warp(block.timestamp + 15 days);
                return (stranger, abi.encodeCall(OrderBook.claimDelivered, (delivered)), seller);
            }
            // a debt to the seller and one to the treasury
            token.act(HostileToken.Part.Reverts, address(0));
            vm.prank(buyer);
            book.completeOrder(delivered);
            token.act(HostileToken.Part.Honest, address(0));
            if (way == 11) return (seller, abi.encodeCall(Settlement.withdraw, (address(token), stranger)), stranger);
            return (address(token), abi.encodeCall(Settings.withdrawToken, (address(token), stranger, 1)), stranger);
        }
        uint256 disputed = _dispute(address(token), PRICE, ASKED);
        if (way == 7) return (seller, abi.encodeCall(OrderBook.acceptDispute, (disputed, ASKED)), buyer);
        if (way == 8) return (buyer, abi.encodeCall(OrderBook.updateDispute, (disputed, 0)), seller);
        vm.prank(seller);
        book.counterDispute(disputed, 0);
        if (way == 9) return (admin, abi.encodeCall(OrderBook.resolveDispute, (disputed, 1)), seller);
        vm.warp(block.timestamp + 61 days);
        return (stranger, abi.encodeCall(OrderBook.settleStaleDispute, (disputed)), treasury);
    }

    function test_aTokenCannotReenterFromAnyCall() public {
        uint256 other = _dispute(address(token), PRICE, ASKED);
        bytes[] memory calls = _verbs(other);
        for (uint256 way = 0; way < WAYS; ++way) {
            (address who, bytes memory call, address target) = _prepare(way);
            uint256 snapshot = vm.snapshotState();
            for (uint256 i = 0; i < calls.length; ++i) {
                token.callBack(target, address(book), calls[i]);
                vm.prank(who);
                (bool ok,) = address(book).call(call);
                assertTrue(ok, string.concat("way ", vm.toString(way)));
                assertTrue(token.calledBack());
                assertFalse(token.callSucceeded());
                assertEq(token.callAnswer(), REFUSED);
                vm.revertToState(snapshot);
            }
        }
        _assertStatus(other, OrderBook.Status.Disputed);
    }

    /// @dev The owner can change settings during a payment, as at any time: the order keeps its fixed fees.
    function test_settingsChangedDuringAPaymentDoNotAffectIt() public {
        bytes[7] memory calls = [
            abi.encodeCall(Settings.setDefaultFee, (0)),
            abi.encodeCall(Settings.setCustomFee, (seller, 1500)),
            abi.encodeCall(Settings.removeCustomFee, (seller)),
            abi.encodeCall(Settings.setArbitrationFee, (1000)),
            abi.encodeCall(Settings.setPaused, (true)),
            abi.encodeCall(Settings.setPayableToken, (address(token), false)),
            abi.encodeCall(Admins.removeAdmin, (admin))
        ];
        uint256 id = _dispute(address(token), PRICE, ASKED);
        vm.prank(seller);
        book.counterDispute(id, 0);
        uint256 snapshot = vm.snapshotState();
        for (uint256 i = 0; i < calls.length; ++i) {
            token.callBack(buyer, address(book), calls[i]);
            vm.expectEmit(address(book));
            emit OrderBook.CompleteOrder(id, 40e6, 51e6, 9e6, true);
            vm.prank(admin);
            book.resolveDispute(id, 40e6);
            assertTrue(token.callSucceeded());
            vm.revertToState(snapshot);
        }
    }

    function test_aReceiverCannotReenter() public {
        vm.prank(buyer);
        uint256 mine = book.newOrder{value: PRICE}(address(party), PRODUCT, DAYS, PRICE, NATIVE);
        vm.prank(address(token));
        book.transferOwnership(address(party));
        party.run(address(book), 0, abi.encodeWithSignature("acceptOwnership()"));
        bytes[] memory calls = _verbs(mine);
        for (uint256 i = 0; i < calls.length; ++i) {
            vm.prank(buyer);
            uint256 id = book.newOrder{value: PRICE}(address(party), PRODUCT, DAYS, PRICE, NATIVE);
            _bringTo(id, OrderBook.Status.Delivered);
            party.callBack(address(book), calls[i]);
            vm.prank(buyer);
            book.completeOrder(id);
            assertTrue(party.calledBack());
            assertFalse(party.callSucceeded());
            assertEq(party.callAnswer(), REFUSED);
        }
        _assertStatus(mine, OrderBook.Status.Proposed);
    }

    /// @dev A callback reads the final state: the order is final, and the debt is paid.
    function test_aReceiverReadsTheFinalState() public {
        vm.prank(buyer);
        uint256 id = book.newOrder{value: PRICE}(address(party), PRODUCT, DAYS, PRICE, NATIVE);
        _bringTo(id, OrderBook.Status.Delivered);
        party.callBack(address(book), abi.encodeCall(OrderBook.cancellableAfter, (id)));
        vm.prank(buyer);
        book.completeOrder(id);
        assertEq(party.callAnswer(), abi.encodeWithSelector(OrderBook.WrongStatus.selector, id, OrderBook.Status.Completed));

        vm.prank(buyer);
        id = book.newOrder{value: PRICE}(address(party), PRODUCT, DAYS, PRICE, NATIVE);
        _bringTo(id, OrderBook.Status.Delivered);
        party.act(HostileParty.Part.Reverts);
        vm.prank(buyer);
        book.completeOrder(id);
        party.callBack(address(book), abi.encodeWithSignature("owed(address,address)", NATIVE, address(party)));
        party.run(address(book), 0, abi.encodeCall(Settlement.withdraw, (NATIVE, address(party))));
        assertTrue(party.callSucceeded());
        assertEq(abi.decode(party.callAnswer(), (uint256)), 0);
    }
}
