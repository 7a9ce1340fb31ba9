// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Marketplace} from "../../src/Marketplace.sol";
import {Settlement} from "../../src/Settlement.sol";
import {HostileParty} from "../mocks/HostileParty.sol";
import {HostileToken} from "../mocks/HostileToken.sol";
import {MarketBase} from "./MarketBase.sol";

/// @dev During a sale, a deposit or a payment, a token or a receiver cannot enter any function. NFT transfers and collections call no party
/// of the sale.
contract MarketReentrancyTest is MarketBase {
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
        token.approve(address(market), type(uint256).max);
    }

    function _verbs() private view returns (bytes[] memory calls) {
        calls = new bytes[](9);
        calls[0] = abi.encodeCall(Marketplace.listNFT, (address(nft), ID, PRICE, NATIVE, CUT_BPS, EXPIRES));
        calls[1] = abi.encodeCall(Marketplace.deListing, (address(nft), ID));
        calls[2] = abi.encodeCall(Marketplace.incrementCounter, ());
        calls[3] = abi.encodeCall(Marketplace.purchaseNFT, (address(nft), ID, PRICE, NATIVE));
        calls[4] = abi.encodeCall(Marketplace.createOffer, (address(nft), ID, PRICE, address(token), EXPIRES));
        calls[5] = abi.encodeCall(Marketplace.cancelOffer, (address(nft), ID, buyer));
        calls[6] = abi.encodeCall(Marketplace.acceptOffer, (address(nft), ID, buyer, PRICE, NATIVE, CUT_BPS));
        calls[7] = abi.encodeCall(Marketplace.withdrawFees, (NATIVE));
        calls[8] = abi.encodeCall(Settlement.withdraw, (address(token), address(party)));
    }

    function test_aTokenCannotReenterDuringADeposit() public {
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

    function test_aTokenCannotReenterDuringAPayment() public {
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

    function test_aReceiverCannotReenter() public {
        _setRoyalty(address(party), ROYALTY_BPS);
        bytes[] memory calls = _verbs();
        for (uint256 i = 0; i < calls.length; ++i) {
            uint256 snapshot = vm.snapshotState();
            _approve();
            _offer(PRICE, NATIVE);
            party.callBack(address(market), calls[i]);
            _accept(PRICE, NATIVE);
            assertTrue(party.calledBack());
            assertFalse(party.callSucceeded());
            assertEq(party.callAnswer(), REFUSED);
            vm.revertToState(snapshot);
            // the same during a purchase
            _list();
            party.callBack(address(market), calls[i]);
            _purchase(address(nft), PRICE, NATIVE);
            assertTrue(party.calledBack());
            assertEq(party.callAnswer(), REFUSED);
            vm.revertToState(snapshot);
        }
    }

    /// @dev A callback reads the final state: the listing and the offer are gone.
    function test_aCallbackReadsTheFinalState() public {
        _setRoyalty(address(party), ROYALTY_BPS);
        uint256 snapshot = vm.snapshotState();
        _list();
        party.callBack(address(market), abi.encodeCall(Marketplace.getListedNFT, (address(nft), ID)));
        _purchase(address(nft), PRICE, NATIVE);
        assertTrue(party.callSucceeded());
        assertEq(abi.decode(party.callAnswer(), (Marketplace.Listing)).nft, address(0));
        vm.revertToState(snapshot);

        _approve();
        _offer(PRICE, NATIVE);
        party.callBack(address(market), abi.encodeCall(Marketplace.getOfferredNFT, (address(nft), ID, buyer)));
        _accept(PRICE, NATIVE);
        assertEq(abi.decode(party.callAnswer(), (Marketplace.Offer)).offerer, address(0));
    }
}
