// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {Marketplace} from "../../src/Marketplace.sol";
import {Settlement} from "../../src/Settlement.sol";
import {HostileToken} from "../mocks/HostileToken.sol";
import {MarketBase} from "./MarketBase.sol";

contract PurchaseNftTest is MarketBase {
    function _assertSold(address currency) private view {
        assertEq(nft.ownerOf(ID), buyer);
        assertEq(_balance(currency, seller), 1e30 + PROCEEDS);
        assertEq(_balance(currency, buyer), 1e30 - PRICE);
        assertEq(_balance(currency, royalties), ROYALTY);
        assertEq(_balance(currency, address(market)), FEE);
        assertEq(market.feesOf(currency), FEE);
        assertFalse(_isListed(address(nft)));
    }

    function _expectSale(address collection, address currency) private {
        vm.expectEmit(address(market));
        emit Marketplace.PurchasedNFT(collection, ID, buyer, seller, PRICE, currency, FEE, ROYALTY, royalties, 0);
    }

    function test_sellsForNativeCoin() public {
        _list();
        _expectSale(address(nft), NATIVE);
        _purchase(address(nft), PRICE, NATIVE);
        _assertSold(NATIVE);
    }

    function test_sellsForUsdc() public {
        _list(address(usdc));
        _expectSale(address(nft), address(usdc));
        _purchase(address(nft), PRICE, address(usdc));
        _assertSold(address(usdc));
    }

    /// @dev The transfer functions of USDT return nothing.
    function test_sellsForUsdt() public {
        _list(address(usdt));
        _purchase(address(nft), PRICE, address(usdt));
        _assertSold(address(usdt));
    }

    function test_acceptsEitherApproval() public {
        _listAt(address(other), PRICE, NATIVE);
        uint256 snapshot = vm.snapshotState();
        vm.prank(seller);
        other.approve(address(market), ID);
        _expectSale(address(other), NATIVE);
        _purchase(address(other), PRICE, NATIVE);
        assertEq(other.ownerOf(ID), buyer);
        vm.revertToState(snapshot);
        vm.prank(seller);
        other.setApprovalForAll(address(market), true);
        _purchase(address(other), PRICE, NATIVE);
        assertEq(other.ownerOf(ID), buyer);
        assertFalse(_isListed(address(other)));
    }

    function test_revertsWithoutAnApproval() public {
        _listAt(address(other), PRICE, NATIVE);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InsufficientApproval.selector, address(market), ID));
        _purchase(address(other), PRICE, NATIVE);
    }

    function test_rejectsARaisedPrice() public {
        _list(address(usdc));
        _listAt(address(nft), PRICE + 1, address(usdc));
        vm.expectRevert(abi.encodeWithSelector(Marketplace.TermsChanged.selector, PRICE + 1, address(usdc)));
        _purchase(address(nft), PRICE, address(usdc));
    }

    function test_rejectsAChangedCurrency() public {
        _list(address(usdt));
        _listAt(address(nft), PRICE, NATIVE);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.TermsChanged.selector, PRICE, NATIVE));
        _purchase(address(nft), PRICE, address(usdt));
        _listAt(address(nft), PRICE, address(usdc));
        vm.expectRevert(abi.encodeWithSelector(Marketplace.TermsChanged.selector, PRICE, address(usdc)));
        _purchase(address(nft), PRICE, NATIVE);
    }

    /// @dev An unknown token has no index and must not be taken for the native coin, which has index 0.
    function test_rejectsAnUnknownToken() public {
        _list();
        HostileToken play = new HostileToken();
        vm.expectRevert(abi.encodeWithSelector(Marketplace.TokenNotPayable.selector, play));
        _purchase(address(nft), PRICE, address(play));
    }

    function test_rejectsAWrongValue() public {
        _list();
        vm.startPrank(buyer);
        vm.expectRevert(abi.encodeWithSelector(Settlement.WrongValue.selector, PRICE, PRICE - 1));
        market.purchaseNFT{value: PRICE - 1}(address(nft), ID, PRICE, NATIVE);
        vm.expectRevert(abi.encodeWithSelector(Settlement.WrongValue.selector, PRICE, PRICE + 1));
        market.purchaseNFT{value: PRICE + 1}(address(nft), ID, PRICE, NATIVE);
        vm.stopPrank();
        _listAt(address(nft), PRICE, address(usdc));
        vm.expectRevert(abi.encodeWithSelector(Settlement.WrongValue.selector, 0, 1));
        vm.prank(buyer);
        market.purchaseNFT{value: 1}(address(nft), ID, PRICE, address(usdc));
    }

    function test_rejectsAMissingAllowance() public {
        _list(address(usdc));
        vm.prank(buyer);
        usdc.approve(address(market), PRICE - 1);
        vm.expectRevert("ERC20: transfer amount exceeds allowance");
        _purchase(address(nft), PRICE, address(usdc));
        assertEq(nft.ownerOf(ID), seller);
    }

    function test_rejectsTokensThatDeliverAnotherAmount() public {
        HostileToken token = new HostileToken();
        _enable(address(token));
        token.mint(buyer, PRICE);
        vm.prank(buyer);
        token.approve(address(market), PRICE);
        _list(address(token));
        token.act(HostileToken.Part.TakesFee, address(market));
        vm.expectRevert(abi.encodeWithSelector(Settlement.WrongAmountReceived.selector, token, PRICE, PRICE - 1));
        _purchase(address(nft), PRICE, address(token));
    }

    function test_acceptsTheLastSecond() public {
        _list();
        vm.warp(EXPIRES + 1);
        assertFalse(_isListed(address(nft)));
        vm.expectRevert(abi.encodeWithSelector(Marketplace.Expired.selector, EXPIRES));
        _purchase(address(nft), PRICE, NATIVE);
        vm.warp(EXPIRES);
        assertTrue(_isListed(address(nft)));
        _purchase(address(nft), PRICE, NATIVE);
    }

    function test_rejectsTheSeller() public {
        _list();
        vm.expectRevert(abi.encodeWithSelector(Marketplace.OwnToken.selector, seller));
        vm.prank(seller);
        market.purchaseNFT{value: PRICE}(address(nft), ID, PRICE, NATIVE);
    }

    function test_rejectsASecondPurchase() public {
        _list();
        _purchase(address(nft), PRICE, NATIVE);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NotListed.selector, address(nft), ID));
        vm.prank(stranger);
        market.purchaseNFT{value: PRICE}(address(nft), ID, PRICE, NATIVE);
    }

    function test_rejectsABurnedToken() public {
        _list();
        _burn();
        assertFalse(_isListed(address(nft)));
        vm.expectRevert(abi.encodeWithSelector(Marketplace.StaleListing.selector, address(nft), ID));
        _purchase(address(nft), PRICE, NATIVE);
        _listAt(address(other), PRICE, NATIVE);
        vm.prank(seller);
        other.burn(ID);
        assertFalse(_isListed(address(other)));
        vm.expectRevert(abi.encodeWithSelector(Marketplace.StaleListing.selector, address(other), ID));
        _purchase(address(other), PRICE, NATIVE);
    }

    function test_rejectsADisabledCurrency() public {
        _list();
        vm.prank(owner);
        market.setPayableToken(NATIVE, false);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.TokenNotPayable.selector, NATIVE));
        _purchase(address(nft), PRICE, NATIVE);
        vm.prank(owner);
        market.setPayableToken(NATIVE, true);
        _purchase(address(nft), PRICE, NATIVE);
    }

    /// @dev The buyer's own offer for the token is unaffected; the buyer can cancel it.
    function test_leavesTheBuyersOfferOpen() public {
        _list();
        _offer(PRICE, NATIVE);
        _purchase(address(nft), PRICE, NATIVE);
        assertTrue(_hasOffer());
        vm.expectRevert(abi.encodeWithSelector(Marketplace.OwnToken.selector, buyer));
        vm.prank(buyer);
        market.acceptOffer(address(nft), ID, buyer, PRICE, NATIVE, CUT_BPS);
        _cancel();
        assertEq(buyer.balance, 1e30 - PRICE);
    }
}
