// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Marketplace} from "../../src/Marketplace.sol";
import {Settlement} from "../../src/Settlement.sol";
import {HostileParty} from "../mocks/HostileParty.sol";
import {HostileToken} from "../mocks/HostileToken.sol";
import {MarketBase} from "./MarketBase.sol";

/// @dev Whatever a receiver or a token does, the sale succeeds, the others are paid, and what could not be paid is owed.
contract MarketSettlementTest is MarketBase {
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
        token.approve(address(market), type(uint256).max);
    }

    function _refusals() private pure returns (HostileParty.Part[4] memory) {
        return [
            HostileParty.Part.Reverts,
            HostileParty.Part.RevertsWithMegabyte,
            HostileParty.Part.AnswersMegabyte,
            HostileParty.Part.BurnsGas
        ];
    }

    /// @dev Returns the token to the seller and lists it in `currency`.
    function _listAgain(address currency) private {
        if (nft.ownerOf(ID) == buyer) {
            vm.prank(buyer);
            nft.transferFrom(buyer, seller, ID);
        }
        _list(currency);
    }

    function test_recordsADebtToAHostileSellerAndTransfersTheToken() public {
        HostileParty.Part[4] memory parts = _refusals();
        for (uint256 i = 0; i < parts.length; ++i) {
            uint256 id = 100 + i;
            _mint(address(party), id);
            party.run(address(nft), 0, abi.encodeCall(nft.approve, (address(market), id)));
            party.run(
                address(market), 0, abi.encodeCall(Marketplace.listNFT, (address(nft), id, PRICE, NATIVE, CUT_BPS, EXPIRES))
            );
            party.act(parts[i]);
            vm.expectEmit(address(market));
            emit Marketplace.Owed(address(nft), id, address(party), NATIVE, PROCEEDS);
            uint256 gas = gasleft();
            vm.prank(buyer);
            market.purchaseNFT{value: PRICE}(address(nft), id, PRICE, NATIVE);
            assertLt(gas - gasleft(), 450_000, "what a hostile receiver can burn");
            assertEq(nft.ownerOf(id), buyer);
            assertEq(market.owed(NATIVE, address(party)), PROCEEDS * (i + 1));
            assertEq(royalties.balance, ROYALTY * (i + 1));
        }
        party.act(HostileParty.Part.Accepts);
        party.run(address(market), 0, abi.encodeCall(Settlement.withdraw, (NATIVE, stranger)));
        assertEq(stranger.balance, 1e30 + 4 * PROCEEDS);
    }

    function test_recordsADebtToAHostileRoyaltyReceiverAndPaysTheSeller() public {
        _setRoyalty(address(party), ROYALTY_BPS);
        HostileParty.Part[4] memory parts = _refusals();
        for (uint256 i = 0; i < parts.length; ++i) {
            _listAgain(NATIVE);
            party.act(parts[i]);
            vm.expectEmit(address(market));
            emit Marketplace.Owed(address(nft), ID, address(party), NATIVE, ROYALTY);
            _purchase(address(nft), PRICE, NATIVE);
            assertEq(seller.balance, 1e30 + PROCEEDS * (i + 1));
            assertEq(market.owed(NATIVE, address(party)), ROYALTY * (i + 1));
        }
    }

    function test_recordsADebtToAHostileOfferer() public {
        HostileParty.Part[4] memory parts = _refusals();
        for (uint256 i = 0; i < parts.length; ++i) {
            _mint(seller, i);
            party.run(
                address(market),
                PRICE,
                abi.encodeCall(Marketplace.createOffer, (address(nft), i, PRICE, NATIVE, block.timestamp))
            );
            party.act(parts[i]);
            skip(1);
            vm.expectEmit(address(market));
            emit Marketplace.Owed(address(nft), i, address(party), NATIVE, PRICE);
            vm.expectEmit(address(market));
            emit Marketplace.OfferCancelled(address(nft), i, address(party), i + 1);
            vm.prank(stranger);
            market.cancelOffer(address(nft), i, address(party));
            assertEq(market.owed(NATIVE, address(party)), PRICE * (i + 1));
        }
    }

    function test_recordsDebtsToBlacklistedParties() public {
        _list(address(usdc));
        usdc.blacklist(seller);
        usdc.blacklist(royalties);
        _purchase(address(nft), PRICE, address(usdc));
        assertEq(nft.ownerOf(ID), buyer);
        assertEq(market.owed(address(usdc), seller), PROCEEDS);
        assertEq(market.owed(address(usdc), royalties), ROYALTY);
        vm.prank(seller);
        market.withdraw(address(usdc), makeAddr("the seller's other address"));
        vm.prank(royalties);
        market.withdraw(address(usdc), makeAddr("the creator's other address"));
        assertEq(usdc.balanceOf(address(market)), FEE);
        assertEq(market.feesOf(address(usdc)), FEE);
    }

    function test_recordsADebtToABlacklistedOfferer() public {
        _offer(PRICE, address(usdc));
        usdc.blacklist(buyer);
        _cancel();
        assertEq(market.owed(address(usdc), buyer), PRICE);
        vm.prank(buyer);
        market.withdraw(address(usdc), stranger);
        assertEq(usdc.balanceOf(stranger), 1e30 + PRICE);
    }

    function test_recordsDebtsWhileATokenIsPaused() public {
        _approve();
        _offer(PRICE, address(usdc));
        usdc.pause();
        _accept(PRICE, address(usdc));
        assertEq(nft.ownerOf(ID), buyer);
        assertEq(market.owed(address(usdc), seller), PROCEEDS);
        assertEq(market.owed(address(usdc), royalties), ROYALTY);
        vm.expectRevert("Pausable: paused");
        market.withdrawFees(address(usdc));
        assertEq(market.feesOf(address(usdc)), FEE);
        usdc.unpause();
        vm.prank(seller);
        market.withdraw(address(usdc), seller);
        assertEq(usdc.balanceOf(seller), 1e30 + PROCEEDS);
        market.withdrawFees(address(usdc));
        assertEq(usdc.balanceOf(treasury), FEE);
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
            _listAgain(address(token));
            token.act(refusals[i], seller);
            _purchase(address(nft), PRICE, address(token));
            assertEq(market.owed(address(token), seller), PROCEEDS * (i + 1));
            assertEq(token.balanceOf(royalties), ROYALTY * (i + 1), "the other one was paid");
        }
        token.act(HostileToken.Part.AnswersNothing, seller);
        _listAgain(address(token));
        uint256 before = token.balanceOf(seller);
        _purchase(address(nft), PRICE, address(token));
        assertEq(token.balanceOf(seller), before + PROCEEDS);
    }

    /// @dev With too little gas, a push would fail although the receiver accepts it. Then the transaction must revert.
    function test_revertsWithTooLittleGasForAPayment() public {
        _list();
        bytes memory buying = abi.encodeCall(Marketplace.purchaseNFT, (address(nft), ID, PRICE, NATIVE));
        _offer(PRICE, address(usdc));
        bytes memory cancelling = abi.encodeCall(Marketplace.cancelOffer, (address(nft), ID, buyer));
        uint256 snapshot = vm.snapshotState();
        uint256 done;
        for (uint256 gas = 20_000; gas < 900_000; gas += 1_000) {
            vm.startPrank(buyer);
            (bool bought,) = address(market).call{value: PRICE, gas: gas}(buying);
            (bool cancelled,) = address(market).call{gas: gas}(cancelling);
            vm.stopPrank();
            if (!bought && !cancelled) continue;
            ++done;
            assertEq(market.owed(NATIVE, seller), 0, "starved");
            assertEq(market.owed(NATIVE, royalties), 0, "starved");
            assertEq(market.owed(address(usdc), buyer), 0, "starved");
            vm.revertToState(snapshot);
        }
        assertGt(done, 100);
    }

    function test_aRefusalWithTooLittleGasReverts() public {
        _setRoyalty(address(party), ROYALTY_BPS);
        _list();
        party.act(HostileParty.Part.Reverts);
        vm.expectPartialRevert(Settlement.InsufficientGas.selector);
        vm.prank(buyer);
        market.purchaseNFT{value: PRICE, gas: 260_000}(address(nft), ID, PRICE, NATIVE);
        assertEq(nft.ownerOf(ID), seller);
        vm.prank(buyer);
        market.purchaseNFT{value: PRICE, gas: 600_000}(address(nft), ID, PRICE, NATIVE);
        assertEq(market.owed(NATIVE, address(party)), ROYALTY);
    }

    /// @dev Buys with the gas limit the app sends, the estimate plus a fifth. The receiver accepts in the estimate, which has no gas price,
    /// and refuses or burns gas in the transaction.
    function _purchaseWithAppGas(HostileParty.Part part) private {
        party.act(part);
        bytes memory data = abi.encodeCall(Marketplace.purchaseNFT, (address(nft), ID, PRICE, NATIVE));
        uint256 snapshot = vm.snapshotState();
        (uint256 low, uint256 high) = (20_000, 3_000_000);
        vm.txGasPrice(0);
        while (high - low > 10) {
            uint256 middle = (low + high) / 2;
            vm.prank(buyer);
            (bool ok,) = address(market).call{value: PRICE, gas: middle}(data);
            if (ok) high = middle;
            else low = middle;
            vm.revertToState(snapshot);
        }
        vm.txGasPrice(1 gwei);
        vm.prank(buyer);
        (bool bought,) = address(market).call{value: PRICE, gas: high * 12 / 10}(data);
        assertTrue(bought, "blocked by the receiver");
        assertEq(nft.ownerOf(ID), buyer);
    }

    function test_aRoyaltyReceiverRefusingAfterTheEstimateCannotBlock_purchaseNFT() public {
        _setRoyalty(address(party), ROYALTY_BPS);
        HostileParty.Part[2] memory parts = [HostileParty.Part.RefusesAtGasPrice, HostileParty.Part.BurnsAtGasPrice];
        for (uint256 i = 0; i < 2; ++i) {
            _listAgain(NATIVE);
            _purchaseWithAppGas(parts[i]);
            assertEq(market.owed(NATIVE, address(party)), ROYALTY * (i + 1));
        }
    }

    /// @dev The seller is paid first: the gas it burns must not be missing for the royalty.
    function test_aSellerRefusingAfterTheEstimateCannotBlock_purchaseNFT() public {
        HostileParty.Part[2] memory parts = [HostileParty.Part.RefusesAtGasPrice, HostileParty.Part.BurnsAtGasPrice];
        for (uint256 i = 0; i < 2; ++i) {
            address holder = nft.ownerOf(ID);
            vm.prank(holder);
            nft.transferFrom(holder, address(party), ID);
            party.run(address(nft), 0, abi.encodeCall(nft.approve, (address(market), ID)));
            party.run(address(market), 0, abi.encodeCall(Marketplace.listNFT, (address(nft), ID, PRICE, NATIVE, CUT_BPS, EXPIRES)));
            _purchaseWithAppGas(parts[i]);
            assertEq(market.owed(NATIVE, address(party)), PROCEEDS * (i + 1));
            assertEq(royalties.balance, ROYALTY * (i + 1));
        }
    }

    /// @dev A misbehaving token affects only sales paid in it.
    function test_aHostileTokenDoesNotAffectOtherCurrencies() public {
        _offer(PRICE, address(token));
        vm.startPrank(stranger);
        market.createOffer{value: PRICE}(address(nft), ID, PRICE, NATIVE, EXPIRES);
        vm.stopPrank();
        token.act(HostileToken.Part.BurnsGas, address(0));
        _cancel();
        assertEq(market.owed(address(token), buyer), PRICE);
        assertEq(address(market).balance, PRICE);
        vm.prank(stranger);
        market.cancelOffer(address(nft), ID, stranger);
        assertEq(stranger.balance, 1e30);
    }

    /// @dev Native coin that is forced into the contract (no function accepts it) is credited to no account and changes nothing.
    function test_forcedCoinChangesNothing() public {
        vm.prank(stranger);
        (bool ok,) = address(market).call{value: 1}("");
        assertFalse(ok);
        vm.deal(address(market), 5);
        usdc.mint(address(market), 5);
        _offer(PRICE, NATIVE);
        _cancel();
        _list(address(usdc));
        _purchase(address(nft), PRICE, address(usdc));
        assertEq(address(market).balance, 5);
        market.withdrawFees(address(usdc));
        market.withdrawFees(NATIVE);
        assertEq(usdc.balanceOf(address(market)), 5);
        assertEq(address(market).balance, 5);
    }

    function testFuzz_paidAndOwedAddUpToThePrice(uint80 price, uint8 sellerPart, uint8 receiverPart) public {
        price = uint80(bound(price, 1, type(uint80).max));
        HostileParty creatorParty = new HostileParty();
        _setRoyalty(address(creatorParty), ROYALTY_BPS);
        _mint(address(party), 8);
        party.run(address(nft), 0, abi.encodeCall(nft.approve, (address(market), 8)));
        party.run(address(market), 0, abi.encodeCall(Marketplace.listNFT, (address(nft), 8, price, NATIVE, 3000, EXPIRES)));
        party.act(HostileParty.Part(sellerPart % 6));
        creatorParty.act(HostileParty.Part(receiverPart % 6));
        uint256 before = address(party).balance;
        vm.prank(buyer);
        market.purchaseNFT{value: price, gas: 1_000_000}(address(nft), 8, price, NATIVE);
        uint256 toSeller = address(party).balance - before + market.owed(NATIVE, address(party));
        uint256 toCreator = address(creatorParty).balance + market.owed(NATIVE, address(creatorParty));
        assertEq(toCreator, uint256(price) * ROYALTY_BPS / 10_000);
        assertEq(toSeller + toCreator + market.feesOf(NATIVE), price);
        assertEq(
            address(market).balance,
            market.owed(NATIVE, address(party)) + market.owed(NATIVE, address(creatorParty)) + market.feesOf(NATIVE)
        );
    }
}
