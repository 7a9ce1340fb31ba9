// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Marketplace} from "../../src/Marketplace.sol";
import {HostileNft} from "../mocks/HostileNft.sol";
import {MarketBase} from "./MarketBase.sol";

/// @dev A collection may be anything at all. What it can do is cheat about its own tokens, never touch others' tokens or money.
contract HostileCollectionsTest is MarketBase {
    HostileNft private odd;

    function setUp() public override {
        super.setUp();
        odd = new HostileNft();
        odd.mint(seller, ID);
        vm.prank(seller);
        odd.setApprovalForAll(address(market), true);
    }

    function _listOdd() private {
        _listAt(address(odd), PRICE, NATIVE);
        vm.prank(seller);
        odd.approve(address(market), ID);
    }

    function _offerForOdd() private {
        vm.prank(buyer);
        market.createOffer{value: PRICE}(address(odd), ID, PRICE, NATIVE, EXPIRES);
    }

    function _acceptOdd(address who) private {
        vm.prank(who);
        market.acceptOffer(address(odd), ID, buyer, PRICE, NATIVE, 3000);
    }

    function _expectNotDelivered() private {
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NotDelivered.selector, address(odd), ID, buyer));
    }

    function test_aTransferThatDoesNothingIsNoSale() public {
        _listOdd();
        _offerForOdd();
        odd.act(HostileNft.Part.MovesNothing);
        _expectNotDelivered();
        _purchase(address(odd), PRICE, NATIVE);
        _expectNotDelivered();
        _acceptOdd(seller);
        assertEq(buyer.balance, 1e30 - PRICE);
        vm.prank(buyer);
        market.cancelOffer(address(odd), ID, buyer);
        assertEq(buyer.balance, 1e30);
    }

    function test_aTransferToSomebodyElseIsNoSale() public {
        _listOdd();
        odd.lie(HostileNft.Part.MovesElsewhere, stranger);
        _expectNotDelivered();
        _purchase(address(odd), PRICE, NATIVE);
    }

    function test_aTransferThatRevertsIsNoSale() public {
        _listOdd();
        odd.act(HostileNft.Part.RevertsTransfer);
        vm.expectRevert(bytes("no"));
        _purchase(address(odd), PRICE, NATIVE);
    }

    /// @dev Whom a collection calls the owner may list and sell there, and nowhere else.
    function test_aLieAboutTheOwner() public {
        odd.lie(HostileNft.Part.LiesAboutOwner, stranger);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NotOwner.selector, address(odd), ID, seller));
        vm.prank(seller);
        market.listNFT(address(odd), ID, PRICE, NATIVE, CUT_BPS, EXPIRES);
        vm.prank(stranger);
        market.listNFT(address(odd), ID, PRICE, NATIVE, CUT_BPS, EXPIRES);
        // the token stays where it is, and the lie goes on
        _expectNotDelivered();
        _purchase(address(odd), PRICE, NATIVE);
        odd.act(HostileNft.Part.Honest);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.StaleListing.selector, address(odd), ID));
        _purchase(address(odd), PRICE, NATIVE);
    }

    /// @dev Somebody is called the owner for whom nobody has listed: the seller is never other than who listed.
    function test_nobodySellsForSomebodyElse() public {
        _listOdd();
        odd.lie(HostileNft.Part.LiesAboutOwner, stranger);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.StaleListing.selector, address(odd), ID));
        _purchase(address(odd), PRICE, NATIVE);
        odd.lie(HostileNft.Part.LiesAboutOwner, address(0));
        vm.expectRevert(abi.encodeWithSelector(Marketplace.StaleListing.selector, address(odd), ID));
        _purchase(address(odd), PRICE, NATIVE);
        assertFalse(_isListed(address(odd)));
    }

    /// @dev A collection that calls the offerer the owner all along can't be paid for what it never delivered: the caller has to be the
    /// owner before, and the offerer after.
    function test_theOffererWasTheOwnerAllAlong() public {
        _offerForOdd();
        odd.lie(HostileNft.Part.LiesAboutOwner, buyer);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NotOwner.selector, address(odd), ID, seller));
        _acceptOdd(seller);
    }

    function test_aMegabyteForAnAnswer() public {
        odd.act(HostileNft.Part.AnswersOwnerWithMegabyte);
        _listOdd();
        assertTrue(_isListed(address(odd)));
        _purchase(address(odd), PRICE, NATIVE);
        assertEq(seller.balance, 1e30 + PRICE - FEE);
    }

    function test_aCollectionThatIsGone() public {
        _listOdd();
        _offerForOdd();
        vm.etch(address(odd), "");
        assertFalse(_isListed(address(odd)));
        vm.expectRevert(abi.encodeWithSelector(Marketplace.StaleListing.selector, address(odd), ID));
        _purchase(address(odd), PRICE, NATIVE);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NotOwner.selector, address(odd), ID, seller));
        _acceptOdd(seller);
        vm.prank(buyer);
        market.cancelOffer(address(odd), ID, buyer);
        vm.prank(seller);
        market.deListing(address(odd), ID);
    }

    /// @dev A hostile collection whose owner takes an offer gets that offer, which was for it, and no other money.
    function test_otherMoneyIsOutOfReach() public {
        _offer(PRICE, NATIVE);
        _offerForOdd();
        vm.prank(stranger);
        market.createOffer(address(nft), ID, PRICE, address(usdc), EXPIRES);
        odd.setRoyalty(uint160(stranger), type(uint256).max);
        _acceptOdd(seller);
        assertEq(address(market).balance, PRICE + FEE);
        assertEq(usdc.balanceOf(address(market)), PRICE);
        assertTrue(_hasOffer());
    }

    /// @dev Money as a collection: a token's `transferFrom` moves amounts where a collection's moves numbers. Nobody owns a number there.
    function test_moneyIsNoCollection() public {
        vm.prank(buyer);
        market.createOffer{value: PRICE}(address(usdc), ID, PRICE, NATIVE, EXPIRES);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NotOwner.selector, address(usdc), ID, stranger));
        vm.prank(stranger);
        market.acceptOffer(address(usdc), ID, buyer, PRICE, NATIVE, CUT_BPS);
    }
}
