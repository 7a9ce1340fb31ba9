// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Marketplace} from "../../src/Marketplace.sol";
import {Settlement} from "../../src/Settlement.sol";
import {HostileBuyer, HostileNft} from "../mocks/HostileNft.sol";
import {HostileParty} from "../mocks/HostileParty.sol";
import {HostileToken} from "../mocks/HostileToken.sol";
import {MarketBase} from "./MarketBase.sol";

/// @dev From inside a sale, a deposit or a payment no verb can be entered: not by the collection, the money, a receiver, or the buyer who
/// is asked whether it takes the token.
contract MarketReentrancyTest is MarketBase {
    bytes private constant REFUSED = abi.encodeWithSelector(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector);

    HostileToken private token;
    HostileParty private party;
    HostileNft private odd;

    function setUp() public override {
        super.setUp();
        party = new HostileParty();
        vm.deal(address(party), 1e24);
        token = new HostileToken();
        _enable(address(token));
        token.mint(buyer, 1e24);
        vm.prank(buyer);
        token.approve(address(market), type(uint256).max);
        odd = new HostileNft();
        odd.mint(seller, ID);
        vm.prank(seller);
        odd.setApprovalForAll(address(market), true);
    }

    function _verbs() private view returns (bytes[] memory calls) {
        calls = new bytes[](9);
        calls[0] = abi.encodeCall(Marketplace.listNFT, (address(odd), ID, PRICE, NATIVE, CUT_BPS, EXPIRES));
        calls[1] = abi.encodeCall(Marketplace.deListing, (address(odd), ID));
        calls[2] = abi.encodeCall(Marketplace.incrementCounter, ());
        calls[3] = abi.encodeCall(Marketplace.purchaseNFT, (address(odd), ID, PRICE, NATIVE));
        calls[4] = abi.encodeCall(Marketplace.createOffer, (address(odd), ID, PRICE, address(token), EXPIRES));
        calls[5] = abi.encodeCall(Marketplace.cancelOffer, (address(odd), ID, buyer));
        calls[6] = abi.encodeCall(Marketplace.acceptOffer, (address(odd), ID, buyer, PRICE, NATIVE, CUT_BPS));
        calls[7] = abi.encodeCall(Marketplace.withdrawFees, (NATIVE));
        calls[8] = abi.encodeCall(Settlement.withdraw, (address(token), address(party)));
    }

    function _offerForOdd(address who, address currency, uint256 price) private {
        vm.prank(who);
        market.createOffer{value: currency == NATIVE ? price : 0}(address(odd), ID, price, currency, EXPIRES);
    }

    function _acceptOdd(address offerer, address currency) private {
        vm.prank(seller);
        market.acceptOffer(address(odd), ID, offerer, PRICE, currency, 3000);
    }

    function _bringBack() private {
        odd.act(HostileNft.Part.Honest);
        vm.prank(buyer);
        odd.transferFrom(buyer, seller, ID);
    }

    function test_moneyCannotComeBackWhileItIsTakenIn() public {
        bytes[] memory calls = _verbs();
        for (uint256 i = 0; i < calls.length; ++i) {
            token.callBack(address(market), address(market), calls[i]);
            _offer(PRICE, address(token));
            assertTrue(token.calledBack());
            assertFalse(token.callSucceeded());
            assertEq(token.callAnswer(), REFUSED);
        }
        token.act(HostileToken.Part.Honest, address(0));
        _list(address(token));
        token.callBack(address(market), address(market), calls[3]);
        _purchase(address(nft), PRICE, address(token));
        assertEq(token.callAnswer(), REFUSED);
    }

    function test_moneyCannotComeBackWhileItIsPaidOut() public {
        bytes[] memory calls = _verbs();
        for (uint256 i = 0; i < calls.length; ++i) {
            token.act(HostileToken.Part.Honest, address(0));
            _offer(PRICE, address(token));
            token.callBack(buyer, address(market), calls[i]);
            _cancel();
            assertTrue(token.calledBack());
            assertFalse(token.callSucceeded());
            assertEq(token.callAnswer(), REFUSED);
        }
    }

    function test_aReceiverCannotComeBack() public {
        odd.setRoyalty(uint160(address(party)), ROYALTY);
        bytes[] memory calls = _verbs();
        for (uint256 i = 0; i < calls.length; ++i) {
            _offerForOdd(buyer, NATIVE, PRICE);
            party.callBack(address(market), calls[i]);
            _acceptOdd(buyer, NATIVE);
            assertTrue(party.calledBack());
            assertFalse(party.callSucceeded());
            assertEq(party.callAnswer(), REFUSED);
            _bringBack();
        }
    }

    function test_aTransferCannotComeBack() public {
        bytes[] memory calls = _verbs();
        for (uint256 i = 0; i < calls.length; ++i) {
            _offerForOdd(buyer, NATIVE, PRICE);
            odd.callBack(HostileNft.Part.TransferCallsBack, address(market), calls[i]);
            _acceptOdd(buyer, NATIVE);
            assertTrue(odd.calledBack());
            assertFalse(odd.callSucceeded());
            assertEq(odd.callAnswer(), REFUSED);
            _bringBack();
        }
        // the same while it is bought
        _listAt(address(odd), PRICE, NATIVE);
        vm.prank(seller);
        odd.approve(address(market), ID);
        for (uint256 i = 0; i < calls.length; ++i) {
            uint256 snapshot = vm.snapshotState();
            odd.callBack(HostileNft.Part.TransferCallsBack, address(market), calls[i]);
            _purchase(address(odd), PRICE, NATIVE);
            assertEq(odd.callAnswer(), REFUSED);
            vm.revertToState(snapshot);
        }
    }

    function test_whoIsAskedToTakeATokenCannotComeBack() public {
        HostileBuyer wallet = new HostileBuyer();
        vm.deal(address(wallet), 1e24);
        odd.act(HostileNft.Part.AsksReceiver);
        bytes[] memory calls = _verbs();
        uint256 snapshot = vm.snapshotState();
        for (uint256 i = 0; i < calls.length; ++i) {
            _listAt(address(odd), PRICE, NATIVE);
            vm.prank(seller);
            odd.approve(address(market), ID);
            wallet.callBack(address(market), calls[i]);
            wallet.run(address(market), PRICE, calls[3]);
            assertTrue(wallet.calledBack());
            assertFalse(wallet.callSucceeded());
            assertEq(wallet.callAnswer(), REFUSED);
            assertEq(odd.ownerOf(ID), address(wallet));
            vm.revertToState(snapshot);
        }
    }

    /// @dev The collection is asked by a static call: it could not change anything even if the guard were not there. It tells by the
    /// royalty how its attempt ended: 2 and the length of the refusal.
    function test_aRoyaltyQuestionCannotComeBack() public {
        odd.setRoyalty(uint160(royalties), 0);
        bytes[] memory calls = _verbs();
        for (uint256 i = 0; i < calls.length; ++i) {
            _offerForOdd(buyer, NATIVE, PRICE);
            odd.callBack(HostileNft.Part.RoyaltyCallsBack, address(market), calls[i]);
            uint256 before = royalties.balance;
            _acceptOdd(buyer, NATIVE);
            assertEq(royalties.balance - before, 2 + REFUSED.length);
            _bringBack();
        }
    }

    /// @dev What a callback reads is already true: the listing and the offer are gone.
    function test_aCallbackReadsTheFinalState() public {
        _listAt(address(odd), PRICE, NATIVE);
        vm.prank(seller);
        odd.approve(address(market), ID);
        odd.callBack(
            HostileNft.Part.TransferCallsBack, address(market), abi.encodeCall(Marketplace.getListedNFT, (address(odd), ID))
        );
        _purchase(address(odd), PRICE, NATIVE);
        assertTrue(odd.callSucceeded());
        assertEq(abi.decode(odd.callAnswer(), (Marketplace.Listing)).nft, address(0));
        _bringBack();

        _offerForOdd(buyer, NATIVE, PRICE);
        odd.callBack(
            HostileNft.Part.TransferCallsBack,
            address(market),
            abi.encodeCall(Marketplace.getOfferredNFT, (address(odd), ID, buyer))
        );
        _acceptOdd(buyer, NATIVE);
        assertEq(abi.decode(odd.callAnswer(), (Marketplace.Offer)).offerer, address(0));
    }
}
