// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OrderBook} from "../../src/OrderBook.sol";
import {NumberedSettlement, Settlement} from "../../src/Settlement.sol";
import {HostileParty} from "../mocks/HostileParty.sol";
import {HostileToken} from "../mocks/HostileToken.sol";
import {Base} from "../Base.t.sol";

/// @dev Whatever a receiver or a token does, the order ends, the other party is paid, and what could not be paid is owed.
contract SettlementTest is Base {
    uint256 private constant PROMPT = 1_000_000;

    HostileParty private party;
    HostileToken private token;

    function setUp() public override {
        super.setUp();
        party = new HostileParty();
        vm.deal(address(party), 1e24);
        token = new HostileToken();
        _enable(address(token));
        token.mint(buyer, 1e24);
        vm.prank(buyer);
        token.approve(address(book), type(uint256).max);
    }

    function _refusals() private pure returns (HostileParty.Part[4] memory) {
        return [
            HostileParty.Part.Reverts,
            HostileParty.Part.RevertsWithMegabyte,
            HostileParty.Part.AnswersMegabyte,
            HostileParty.Part.BurnsGas
        ];
    }

    function _newOrderCall(address to) private pure returns (bytes memory) {
        return abi.encodeWithSignature("newOrder(address,uint256,uint256,uint256,address)", to, PRODUCT, DAYS, PRICE, NATIVE);
    }

    function _proposeTo(address to) private returns (uint256 id) {
        vm.prank(buyer);
        id = book.newOrder{value: PRICE}(to, PRODUCT, DAYS, PRICE, NATIVE);
    }

    /// @dev Returning a megabyte costs more gas than a push may use, so it counts as a refusal.
    function test_recordsADebtToAHostileSellerAndPaysTheTreasury() public {
        HostileParty.Part[4] memory parts = _refusals();
        uint256 inAll;
        for (uint256 i = 0; i < parts.length; ++i) {
            uint256 id = _proposeTo(address(party));
            _bringTo(id, OrderBook.Status.Delivered);
            party.act(parts[i]);
            vm.expectEmit(address(book));
            emit NumberedSettlement.Owed(id, NATIVE, address(party), PRICE - FEE);
            vm.expectEmit(address(book));
            emit OrderBook.CompleteOrder(id, 0, PRICE - FEE, FEE, false);
            uint256 gas = gasleft();
            vm.prank(buyer);
            book.completeOrder(id);
            assertLt(gas - gasleft(), 400_000, "what a hostile receiver can burn");
            inAll += PRICE - FEE;
            assertEq(book.owed(NATIVE, address(party)), inAll);
            assertEq(treasury.balance, FEE * (i + 1));
            assertEq(address(book).balance, inAll);
        }
        party.act(HostileParty.Part.Accepts);
        uint256 before = stranger.balance;
        party.run(address(book), 0, abi.encodeCall(Settlement.withdraw, (NATIVE, stranger)));
        assertEq(stranger.balance, before + inAll);
        assertEq(book.owed(NATIVE, address(party)), 0);
        assertEq(address(book).balance, 0);
    }

    function test_recordsADebtToAHostileBuyerAndEndsTheOrder() public {
        HostileParty.Part[4] memory parts = _refusals();
        for (uint256 i = 0; i < parts.length; ++i) {
            uint256 id = abi.decode(party.run(address(book), PRICE, _newOrderCall(seller)), (uint256));
            party.act(parts[i]);
            vm.expectEmit(address(book));
            emit NumberedSettlement.Owed(id, NATIVE, address(party), PRICE);
            vm.expectEmit(address(book));
            emit OrderBook.RejectOrder(id, PRICE, false);
            vm.prank(seller);
            book.rejectOrder(id);
            _assertStatus(id, OrderBook.Status.Rejected);
            assertEq(book.owed(NATIVE, address(party)), PRICE * (i + 1));
        }
    }

    function test_recordsADebtToAHostileTreasuryAndPaysTheSeller() public {
        vm.prank(owner);
        book.setTreasury(address(party));
        HostileParty.Part[4] memory parts = _refusals();
        for (uint256 i = 0; i < parts.length; ++i) {
            uint256 id = _orderIn(OrderBook.Status.Delivered, NATIVE, PRICE);
            party.act(parts[i]);
            vm.expectEmit(address(book));
            emit NumberedSettlement.FeeOwed(id, NATIVE, FEE);
            vm.expectEmit(address(book));
            emit OrderBook.CompleteOrder(id, 0, PRICE - FEE, FEE, false);
            vm.prank(buyer);
            book.completeOrder(id);
            assertEq(seller.balance, (PRICE - FEE) * (i + 1));
            assertEq(book.owedFees(NATIVE), FEE * (i + 1));
            assertEq(book.owed(NATIVE, address(party)), 0);
        }
    }

    /// @dev The three payments of a dispute fail in every combination; a refused payment is owed, and the others are made.
    function test_aDisputeEndsEvenIfRecipientsRefusePayment() public {
        HostileParty.Part[4] memory parts = _refusals();
        HostileParty fees = new HostileParty();
        HostileParty payer = new HostileParty();
        vm.prank(owner);
        book.setTreasury(address(fees));
        vm.deal(address(payer), 1e24);
        for (uint256 i = 0; i < 32; ++i) {
            uint256 snapshot = vm.snapshotState();
            uint256 id = abi.decode(payer.run(address(book), PRICE, _newOrderCall(address(party))), (uint256));
            _bringTo(id, OrderBook.Status.Disputed);
            HostileParty[3] memory who = [payer, party, fees];
            uint256[3] memory due = [uint256(50e6), 45e6, 5e6];
            uint256 refused;
            for (uint256 j = 0; j < 3; ++j) {
                bool refuses = i >> j & 1 == 1;
                who[j].act(refuses ? parts[i / 8] : HostileParty.Part.Accepts);
                if (refuses) refused += due[j];
                due[j] = refuses ? 0 : due[j];
                who[j].note();
            }
            vm.expectEmit(address(book));
            emit OrderBook.CompleteOrder(id, 50e6, 45e6, 5e6, refused == 0);
            vm.prank(address(party));
            book.acceptDispute(id, ASKED);
            for (uint256 j = 0; j < 3; ++j) assertEq(who[j].gained(), due[j]);
            uint256 owed = book.owed(NATIVE, address(payer)) + book.owed(NATIVE, address(party)) + book.owedFees(NATIVE);
            assertEq(owed, refused);
            assertEq(address(book).balance, refused);
            vm.revertToState(snapshot);
        }
    }

    /// @dev Blacklisted parties neither prevent a dispute from ending nor lose money.
    function test_recordsDebtsToBlacklistedPartiesOfADispute() public {
        uint256[3] memory ids =
            [_dispute(address(usdc), PRICE, ASKED), _dispute(address(usdc), PRICE, ASKED), _dispute(address(usdc), PRICE, ASKED)];
        usdc.blacklist(buyer);
        usdc.blacklist(seller);
        vm.prank(seller);
        book.acceptDispute(ids[0], ASKED);
        vm.warp(block.timestamp + 4 days);
        vm.prank(admin);
        book.resolveDispute(ids[1], 20e6);
        vm.warp(block.timestamp + 57 days);
        book.settleStaleDispute(ids[2]);
        assertEq(book.owed(address(usdc), buyer), 50e6 + 20e6 + 50e6);
        assertEq(book.owed(address(usdc), seller), 45e6 + 68e6 + 45e6);
        assertEq(usdc.balanceOf(treasury), 5e6 + 12e6 + 5e6);
        vm.prank(buyer);
        book.withdraw(address(usdc), stranger);
        vm.prank(seller);
        book.withdraw(address(usdc), admin);
        assertEq(usdc.balanceOf(address(book)), 0);
    }

    /// @dev With too little gas, the push would fail although the receiver accepts it. Then the transaction must revert. The receiver needs
    /// all the gas of a push, so one unit less would create a debt.
    function test_revertsWithTooLittleGasForAPayment() public {
        uint256 id = _proposeTo(address(party));
        _bringTo(id, OrderBook.Status.Delivered);
        party.act(HostileParty.Part.NeedsPushGas);
        bytes memory data = abi.encodeCall(OrderBook.completeOrder, (id));
        uint256 snapshot = vm.snapshotState();
        uint256 completed;
        for (uint256 gas = 60_000; gas < 700_000; gas += 1_000) {
            vm.prank(buyer);
            (bool ok,) = address(book).call{gas: gas}(data);
            if (!ok) continue;
            ++completed;
            assertEq(book.owed(NATIVE, address(party)), 0, "starved");
            assertEq(book.owedFees(NATIVE), 0, "starved");
            vm.revertToState(snapshot);
        }
        assertGt(completed, 100);
    }

    /// @dev As in the test above, for a refund in a token, which is one push.
    function test_revertsWithTooLittleGasForATokenPayment() public {
        token.act(HostileToken.Part.NeedsPushGas, buyer);
        uint256 id = _propose(address(token), PRICE);
        uint256 snapshot = vm.snapshotState();
        uint256 rejected;
        for (uint256 gas = 60_000; gas < 400_000; gas += 500) {
            vm.prank(seller);
            (bool ok,) = address(book).call{gas: gas}(abi.encodeCall(OrderBook.rejectOrder, (id)));
            if (!ok) continue;
            ++rejected;
            assertEq(book.owed(address(token), buyer), 0, "starved");
            vm.revertToState(snapshot);
        }
        assertGt(rejected, 100);
    }

    /// @dev A push gets 200,000 gas; a 64th more and the 40,000 that a call itself may cost must be available, whatever the receiver
    /// does.
    function test_requiresTheGasOfAPaymentInAdvance() public {
        uint256 needed = uint256(200_000) * 64 / 63 + 40_000;
        bytes memory short = abi.encodeWithSelector(Settlement.InsufficientGas.selector, needed);
        uint256 inTokens = _propose(address(usdc), PRICE);
        uint256 inCoin = _proposeTo(seller);
        vm.startPrank(seller);
        vm.expectRevert(short);
        book.rejectOrder{gas: needed}(inTokens);
        vm.expectRevert(short);
        book.rejectOrder{gas: needed}(inCoin);
        book.rejectOrder{gas: needed + 20_000}(inTokens);
        book.rejectOrder{gas: needed + 20_000}(inCoin);
        vm.stopPrank();
        assertEq(usdc.balanceOf(address(book)) + address(book).balance, 0);
    }

    /// @dev Gas burned by an earlier receiver must not be missing for a later push: the gas of all is required beforehand.
    function test_requiresTheGasOfAllPaymentsInAdvance() public {
        uint256 needed = uint256(200_000) * 64 / 63 + 40_000;
        uint256 delivered = _proposeTo(address(party));
        _bringTo(delivered, OrderBook.Status.Delivered);
        uint256 disputed = _proposeTo(address(party));
        _bringTo(disputed, OrderBook.Status.Disputed);
        party.act(HostileParty.Part.BurnsGas);
        vm.expectRevert(abi.encodeWithSelector(Settlement.InsufficientGas.selector, 2 * needed));
        vm.prank(buyer);
        book.completeOrder{gas: 2 * needed}(delivered);
        vm.expectRevert(abi.encodeWithSelector(Settlement.InsufficientGas.selector, 3 * needed));
        vm.prank(address(party));
        book.acceptDispute{gas: 3 * needed}(disputed, ASKED);
        vm.prank(buyer);
        book.completeOrder{gas: 2 * needed + 20_000}(delivered);
        vm.prank(address(party));
        book.acceptDispute{gas: 3 * needed + 20_000}(disputed, ASKED);
        assertEq(book.owed(NATIVE, address(party)), PRICE - FEE + 45e6);
        assertEq(treasury.balance, FEE + 5e6);
    }

    // ---- Receivers that accept in the estimate, which has no gas price, and refuse or burn gas in the transaction

    /// @dev The gas limit the app sends: the estimate without a gas price, plus a fifth.
    function _appGas(address from, bytes memory data) private returns (uint256) {
        uint256 snapshot = vm.snapshotState();
        (uint256 low, uint256 high) = (20_000, 3_000_000);
        vm.txGasPrice(0);
        while (high - low > 10) {
            uint256 middle = (low + high) / 2;
            vm.prank(from);
            (bool ok,) = address(book).call{gas: middle}(data);
            if (ok) high = middle;
            else low = middle;
            vm.revertToState(snapshot);
        }
        return high * 12 / 10;
    }

    /// @dev Sends a call with the gas limit the app sends. `owes` is the resulting debt to the hostile party.
    function _sendWithAppGas(address from, bytes memory data, uint256 owes) private {
        uint256 gas = _appGas(from, data);
        vm.txGasPrice(1 gwei);
        vm.prank(from);
        (bool ok,) = address(book).call{gas: gas}(data);
        assertTrue(ok, "blocked by the receiver");
        assertEq(book.owed(NATIVE, address(party)) + book.owedFees(NATIVE), owes);
        assertEq(address(book).balance, owes);
        vm.txGasPrice(0);
    }

    function _partsRefusingAfterEstimate() private pure returns (HostileParty.Part[2] memory) {
        return [HostileParty.Part.RefusesAtGasPrice, HostileParty.Part.BurnsAtGasPrice];
    }

    /// @dev A dispute opened by the hostile party as buyer, with an ask of half the price.
    function _disputeOfTheParty() private returns (uint256 id) {
        id = abi.decode(party.run(address(book), PRICE, _newOrderCall(seller)), (uint256));
        _bringTo(id, OrderBook.Status.Disputed);
    }

    function test_aBuyerRefusingAfterTheEstimateCannotBlock_acceptDispute() public {
        for (uint256 i = 0; i < 2; ++i) {
            uint256 snapshot = vm.snapshotState();
            uint256 id = _disputeOfTheParty();
            party.act(_partsRefusingAfterEstimate()[i]);
            _sendWithAppGas(seller, abi.encodeCall(OrderBook.acceptDispute, (id, ASKED)), 50e6);
            assertEq(seller.balance, 45e6);
            vm.revertToState(snapshot);
        }
    }

    function test_aBuyerRefusingAfterTheEstimateCannotBlock_settleStaleDispute() public {
        for (uint256 i = 0; i < 2; ++i) {
            uint256 snapshot = vm.snapshotState();
            uint256 id = _disputeOfTheParty();
            vm.warp(block.timestamp + 60 days + 1);
            party.act(_partsRefusingAfterEstimate()[i]);
            _sendWithAppGas(stranger, abi.encodeCall(OrderBook.settleStaleDispute, (id)), 50e6);
            assertEq(seller.balance, 45e6);
            vm.revertToState(snapshot);
        }
    }

    function test_aBuyerRefusingAfterTheEstimateCannotBlock_resolveDispute() public {
        for (uint256 i = 0; i < 2; ++i) {
            uint256 snapshot = vm.snapshotState();
            uint256 id = _disputeOfTheParty();
            vm.warp(block.timestamp + 72 hours + 1);
            party.act(_partsRefusingAfterEstimate()[i]);
            _sendWithAppGas(admin, abi.encodeCall(OrderBook.resolveDispute, (id, 50e6)), 50e6);
            assertEq(seller.balance, 425e5);
            vm.revertToState(snapshot);
        }
    }

    function test_aTreasuryRefusingAfterTheEstimateCannotBlock_completeOrder() public {
        vm.prank(owner);
        book.setTreasury(address(party));
        for (uint256 i = 0; i < 2; ++i) {
            uint256 snapshot = vm.snapshotState();
            uint256 id = _orderIn(OrderBook.Status.Delivered, NATIVE, PRICE);
            party.act(_partsRefusingAfterEstimate()[i]);
            _sendWithAppGas(buyer, abi.encodeCall(OrderBook.completeOrder, (id)), FEE);
            assertEq(seller.balance, PRICE - FEE);
            vm.revertToState(snapshot);
        }
    }

    /// @dev The seller is paid first: the gas it burns must not be missing for the treasury.
    function test_aSellerRefusingAfterTheEstimateCannotBlock_claimDelivered() public {
        for (uint256 i = 0; i < 2; ++i) {
            uint256 snapshot = vm.snapshotState();
            uint256 id = _proposeTo(address(party));
            _bringTo(id, OrderBook.Status.Delivered);
            vm.warp(block.timestamp + 14 days + 1);
            party.act(_partsRefusingAfterEstimate()[i]);
            _sendWithAppGas(stranger, abi.encodeCall(OrderBook.claimDelivered, (id)), PRICE - FEE);
            assertEq(treasury.balance, FEE);
            vm.revertToState(snapshot);
        }
    }

    function test_aBuyerRefusingAfterTheEstimateCannotBlock_rejectOrder() public {
        for (uint256 i = 0; i < 2; ++i) {
            uint256 snapshot = vm.snapshotState();
            uint256 id = abi.decode(party.run(address(book), PRICE, _newOrderCall(seller)), (uint256));
            party.act(_partsRefusingAfterEstimate()[i]);
            _sendWithAppGas(seller, abi.encodeCall(OrderBook.rejectOrder, (id)), PRICE);
            vm.revertToState(snapshot);
        }
    }

    function test_aTokenRefusingAfterTheEstimateCannotBlock_acceptDispute() public {
        HostileToken.Part[2] memory parts = [HostileToken.Part.RefusesAtGasPrice, HostileToken.Part.BurnsAtGasPrice];
        for (uint256 i = 0; i < 2; ++i) {
            uint256 snapshot = vm.snapshotState();
            uint256 id = _dispute(address(token), PRICE, ASKED);
            token.act(parts[i], buyer);
            _sendWithAppGas(seller, abi.encodeCall(OrderBook.acceptDispute, (id, ASKED)), 0);
            assertEq(book.owed(address(token), buyer), 50e6);
            assertEq(token.balanceOf(seller), 45e6);
            assertEq(token.balanceOf(treasury), 5e6);
            vm.revertToState(snapshot);
        }
    }

    function test_aRefusalWithTooLittleGasReverts() public {
        uint256 id = _proposeTo(address(party));
        _bringTo(id, OrderBook.Status.Delivered);
        party.act(HostileParty.Part.Reverts);
        vm.expectPartialRevert(Settlement.InsufficientGas.selector);
        vm.prank(buyer);
        book.completeOrder{gas: 200_000}(id);
        vm.prank(buyer);
        book.completeOrder{gas: 520_000}(id);
        assertEq(book.owed(NATIVE, address(party)), PRICE - FEE);
    }

    function test_paysAWalletThatNeedsGas() public {
        uint256 id = _proposeTo(address(party));
        _bringTo(id, OrderBook.Status.Delivered);
        party.act(HostileParty.Part.UsesSomeGas);
        vm.expectEmit(address(book));
        emit OrderBook.CompleteOrder(id, 0, PRICE - FEE, FEE, true);
        vm.prank(buyer);
        book.completeOrder(id);
    }

    function test_recordsDebtsToBlacklistedParties() public {
        uint256 id = _orderIn(OrderBook.Status.Delivered);
        usdc.blacklist(seller);
        usdc.blacklist(treasury);
        vm.prank(buyer);
        book.completeOrder(id);
        assertEq(book.owed(address(usdc), seller), PRICE - FEE);
        assertEq(book.owedFees(address(usdc)), FEE);

        id = _propose(address(usdc), PRICE);
        usdc.blacklist(buyer);
        vm.prank(seller);
        book.rejectOrder(id);
        assertEq(book.owed(address(usdc), buyer), PRICE);

        // each debt can be paid to another address of the creditor or of the platform
        vm.prank(seller);
        book.withdraw(address(usdc), stranger);
        assertEq(usdc.balanceOf(stranger), PRICE - FEE);
        vm.prank(buyer);
        book.withdraw(address(usdc), makeAddr("the buyer's other address"));
        vm.prank(owner);
        book.withdrawToken(address(usdc), admin, FEE);
        assertEq(usdc.balanceOf(admin), FEE);
        assertEq(usdc.balanceOf(address(book)), 0);
    }

    function test_recordsDebtsWhileATokenIsPaused() public {
        uint256 id = _orderIn(OrderBook.Status.Delivered);
        uint256 other = _propose(address(usdc), PRICE);
        usdc.pause();
        vm.startPrank(buyer);
        book.completeOrder(id);
        book.cancelOrder(other);
        vm.expectRevert();
        book.withdraw(address(usdc), buyer);
        assertEq(book.owed(address(usdc), buyer), PRICE);
        usdc.balanceOf(buyer);
        vm.stopPrank();
        usdc.unpause();
        vm.prank(buyer);
        book.withdraw(address(usdc), buyer);
        vm.prank(seller);
        book.withdraw(address(usdc), seller);
        assertEq(usdc.balanceOf(address(book)), FEE);
    }

    function test_recordsAllDebtsWhileTheOrderBookIsBlacklisted() public {
        uint256 id = _orderIn(OrderBook.Status.Delivered, address(usdt), PRICE);
        usdt.addBlackList(address(book));
        vm.prank(buyer);
        book.completeOrder(id);
        assertEq(book.owed(address(usdt), seller), PRICE - FEE);
        assertEq(book.owedFees(address(usdt)), FEE);
        assertEq(usdt.balanceOf(address(book)), PRICE);
    }

    function test_onlyTrueOrNoAnswerOfATokenCountsAsPaid() public {
        HostileToken.Part[8] memory refusals = [
            HostileToken.Part.AnswersShort,
            HostileToken.Part.AnswersFalse,
            HostileToken.Part.AnswersTwo,
            HostileToken.Part.AnswersByte,
            HostileToken.Part.Reverts,
            HostileToken.Part.RevertsWithMegabyte,
            HostileToken.Part.AnswersMegabyte,
            HostileToken.Part.BurnsGas
        ];
        for (uint256 i = 0; i < refusals.length; ++i) {
            token.act(HostileToken.Part.Honest, seller);
            uint256 id = _orderIn(OrderBook.Status.Delivered, address(token), PRICE);
            token.act(refusals[i], seller);
            vm.prank(buyer);
            book.completeOrder(id);
            _assertStatus(id, OrderBook.Status.Completed);
            assertEq(book.owed(address(token), seller), (PRICE - FEE) * (i + 1));
            assertEq(token.balanceOf(treasury), FEE * (i + 1), "the other party was paid");
        }
        token.act(HostileToken.Part.AnswersNothing, seller);
        uint256 last = _orderIn(OrderBook.Status.Delivered, address(token), PRICE);
        vm.expectEmit(address(book));
        emit OrderBook.CompleteOrder(last, 0, PRICE - FEE, FEE, true);
        vm.prank(buyer);
        book.completeOrder(last);
    }

    function test_aTokenWithoutCodeDoesNotCountAsPaid() public {
        uint256 id = _orderIn(OrderBook.Status.Delivered, address(token), PRICE);
        vm.etch(address(token), "");
        vm.prank(buyer);
        book.completeOrder(id);
        assertEq(book.owed(address(token), seller), PRICE - FEE);
        assertEq(book.owedFees(address(token)), FEE);
    }

    /// @dev A misbehaving token affects only orders paid in it.
    function test_aHostileTokenDoesNotAffectOtherDeposits() public {
        uint256 bad = _orderIn(OrderBook.Status.Delivered, address(token), PRICE);
        uint256 good = _orderIn(OrderBook.Status.Delivered);
        uint256 native = _orderIn(OrderBook.Status.Delivered, NATIVE, PRICE);
        token.act(HostileToken.Part.BurnsGas, address(0));
        vm.startPrank(buyer);
        book.completeOrder(bad);
        assertEq(usdc.balanceOf(address(book)), PRICE);
        assertEq(address(book).balance, PRICE);
        book.completeOrder(good);
        book.completeOrder(native);
        assertEq(usdc.balanceOf(seller), PRICE - FEE);
        assertEq(seller.balance, PRICE - FEE);
    }

    function test_paysOpenOrdersInADisabledToken() public {
        uint256 id = _orderIn(OrderBook.Status.Delivered);
        vm.prank(owner);
        book.setPayableToken(address(usdc), false);
        vm.prank(buyer);
        book.completeOrder(id);
        assertEq(usdc.balanceOf(seller), PRICE - FEE);
    }

    function test_paysFeesOfOpenOrdersToAChangedTreasury() public {
        uint256 id = _orderIn(OrderBook.Status.Delivered);
        vm.prank(owner);
        book.setTreasury(stranger);
        vm.prank(buyer);
        book.completeOrder(id);
        assertEq(usdc.balanceOf(stranger), FEE);
        assertEq(usdc.balanceOf(treasury), 0);
    }

    /// @dev Native coin that is forced into the contract (no function accepts it) is credited to no account and changes nothing.
    function test_unrecordedFundsCannotBeWithdrawnAsFees() public {
        vm.prank(stranger);
        (bool ok,) = address(book).call{value: 0}("");
        assertFalse(ok);
        uint256 id = _orderIn(OrderBook.Status.Delivered, NATIVE, PRICE);
        vm.deal(address(book), PRICE + 5);
        usdc.mint(address(book), 5);
        vm.prank(buyer);
        book.completeOrder(id);
        assertEq(address(book).balance, 5);
        vm.startPrank(owner);
        vm.expectRevert(abi.encodeWithSelector(Settlement.FeesBelow.selector, NATIVE, 1, 0));
        book.withdrawEth(admin, 1);
        vm.expectRevert(abi.encodeWithSelector(Settlement.FeesBelow.selector, address(usdc), 1, 0));
        book.withdrawToken(address(usdc), admin, 1);
    }

    function testFuzz_paidAndOwedAddUpToThePrice(uint80 price, uint16 feeBps, uint8 sellerPart, uint8 treasuryPart) public {
        price = uint80(bound(price, 1, type(uint80).max));
        HostileParty fees = new HostileParty();
        vm.startPrank(owner);
        book.setTreasury(address(fees));
        book.setDefaultFee(bound(feeBps, 0, 1500));
        vm.stopPrank();
        vm.prank(buyer);
        uint256 id = book.newOrder{value: price}(address(party), PRODUCT, DAYS, price, NATIVE);
        _bringTo(id, OrderBook.Status.Delivered);
        party.act(HostileParty.Part(sellerPart % 6));
        fees.act(HostileParty.Part(treasuryPart % 6));
        uint256 before = address(party).balance;
        vm.prank(buyer);
        book.completeOrder{gas: PROMPT}(id);
        uint256 toSeller = address(party).balance - before + book.owed(NATIVE, address(party));
        uint256 toTreasury = address(fees).balance + book.owedFees(NATIVE);
        assertEq(toTreasury, uint256(price) * book.getOrder(id).feeBps / 10_000);
        assertEq(toSeller + toTreasury, price);
        assertEq(address(book).balance, book.owed(NATIVE, address(party)) + book.owedFees(NATIVE));
    }
}
